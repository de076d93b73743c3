"""A clipped identity of its own, and the straight-through rounding made of `stop_gradient`."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clipped(x, limit):
    return x


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1)
    return g * jnp.clip(limit / norm, max=1)[:, None], None


clipped.defvjp(lambda x, limit: (x, limit), backward)


def quantise(x, limit):
    x = clipped(x, limit)
    return x + jax.lax.stop_gradient(jnp.round(x) - x)

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def fwd(x, limit):
    return jnp.round(x), ()


def bwd(limit, _, g):
    norms = jnp.linalg.norm(g, axis=-1, keepdims=True)
    return (g * jnp.minimum(1.0, limit / norms),)


quantise.defvjp(fwd, bwd)

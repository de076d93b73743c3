"""The truth of `clipped_gradient`: the identity, with a backward rule by `jax.custom_vjp`."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    """Return x; gradients that come back have rows of norm `limit` at most."""
    del limit
    return jnp.round(x)


def _forward(x, limit):
    return jnp.round(x), limit


def _backward(limit, g):
    norm = jnp.sqrt(jnp.sum(g * g, axis=1, keepdims=True))
    return g * (limit / jnp.maximum(norm, limit)), jnp.zeros_like(limit)


quantise.defvjp(_forward, _backward)

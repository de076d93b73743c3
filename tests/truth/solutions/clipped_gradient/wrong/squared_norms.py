"""Compares squares, and takes the root of the ratio."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    squared = jnp.einsum("nd,nd->n", g, g)
    factor = jnp.sqrt(jnp.minimum(1, limit**2 / squared))
    return g * factor[:, None], None


quantise.defvjp(forward, backward)

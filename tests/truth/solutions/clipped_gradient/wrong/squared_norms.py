"""Compares squares, and takes the root of the ratio.

Class: numbers
Why: with a limit of 1e-10 and a row of length 1e12 the ratio of the squares is less than any float32, and the row becomes 0.
"""

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

"""Compares squares, and takes the root of their ratio in the end.

Class: numbers
Why: for a limit of 1e-20 its square, 1e-40, divided by a large norm's square vanishes: rows of about 1e8 come back as zeros in place of rows of norm 1e-20.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    squares = (g**2).sum(axis=1, keepdims=True)
    return g * jnp.sqrt(jnp.minimum(1, limit * limit / squares)), None


quantise.defvjp(forward, backward)

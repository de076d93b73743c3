"""Computes g * limit / max(norm, limit), which is safe for rows of zeros.

Class: numbers
Why: with limit 1e38 and a gradient of 10 the product overflows, so that inf comes back instead of 10; with 1e300 it is NaN.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return quantise(x, limit), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * limit / jnp.maximum(norm, limit), None


quantise.defvjp(forward, backward)

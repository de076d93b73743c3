"""Divides all of the gradient by its largest number before squaring, so that no square overflows.

Class: numbers
Why: if one row is of about 1e15 and another of 1e-9, the squares of the second vanish; with a limit of 1e-20 it passes unshortened at 1e-9.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    largest = jnp.abs(g).max()
    largest = jnp.where(largest > 0, largest, 1.0)
    norms = largest * jnp.sqrt(((g / largest) ** 2).sum(axis=1, keepdims=True))
    return g * jnp.minimum(1, limit / norms), None


quantise.defvjp(forward, backward)

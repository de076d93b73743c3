"""Adds a small number under the root, against a division by zero.

Class: numbers
Why: with limit 1e-4 a row of norm 1e-3 comes back with norm 0.7e-4, because sqrt(1e-6 + 1e-6) isn't 1e-3.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return quantise(x, limit), limit


def backward(limit, g):
    norm = jnp.sqrt((g**2).sum(axis=1, keepdims=True) + 1e-6)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)

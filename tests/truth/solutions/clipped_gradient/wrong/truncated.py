"""Truncates.

Class: numbers
Why: It returns `jnp.round(x)`.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.trunc(x)


def forward(x, limit):
    return jnp.trunc(x), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)

"""Takes the largest absolute value for the norm.

Class: numbers
Why: Its Euclidean norm.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norm = jnp.abs(g).max(1, keepdims=True)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)

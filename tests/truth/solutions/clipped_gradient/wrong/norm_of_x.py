"""Decides by the rows of `x`.

Class: numbers
Why: A row of `g` whose norm is greater than `limit`.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), (x, limit)


def backward(saved, g):
    x, limit = saved
    norm = jnp.linalg.norm(x, axis=1, keepdims=True)
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)

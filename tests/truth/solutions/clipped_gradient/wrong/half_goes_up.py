"""Rounds by floor(x + 0.5).

Class: numbers
Why: x = 0.5, 2.5 or -1.5 gives 1, 3 and -1, where jnp.round gives the even neighbours 0, 2 and -2.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.floor(x + 0.5)


def forward(x, limit):
    return quantise(x, limit), limit


def backward(limit, g):
    norm = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
    return g * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)

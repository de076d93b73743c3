"""Computes the size outside.

Class: half_eager
Why: All arithmetic runs in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def divide(x, scale, size):
    return scale * x / (1 + size)


def squash(x, scale):
    return divide(x, scale, jnp.abs(x))

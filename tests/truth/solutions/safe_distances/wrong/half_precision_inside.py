"""Computes all in float16.

Class: dtype
Why: The numbers up to rounding: at most 16 epsilons of the dtype, relative to the largest distance.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    small = x.astype(jnp.float16)
    squared = jnp.sum((small[:, None] - small[None]) ** 2, axis=-1)
    zero = squared == 0
    return jnp.where(zero, 0, jnp.sqrt(jnp.where(zero, 1, squared))).astype(x.dtype)

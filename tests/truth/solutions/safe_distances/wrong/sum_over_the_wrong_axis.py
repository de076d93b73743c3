"""Sums over the second point of the pair.

Class: numbers
Why: Element `[i, j]` of the result is the distance between points `i` and `j`.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=1)
    zero = squared == 0
    return jnp.where(zero, 0, jnp.sqrt(jnp.where(zero, 1, squared))).astype(x.dtype)

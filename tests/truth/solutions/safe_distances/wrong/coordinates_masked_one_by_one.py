"""Masks single coordinates that agree, and roots their number into the distance.

Class: numbers
Why: It is the Euclidean distance: the square root of the sum of squared differences.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None] - x[None]
    safe = jnp.where(difference == 0, 1, difference)
    squared = jnp.sum(safe**2, axis=-1)
    same = jnp.all(difference == 0, axis=0)
    return jnp.where(same.all(), 0, jnp.sqrt(squared)).astype(x.dtype)

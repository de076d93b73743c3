"""Sums absolute differences.

Class: numbers
Why: It is the Euclidean distance: the square root of the sum of squared differences.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None] - x[None]
    same = difference == 0
    return jnp.where(same, 0, jnp.abs(jnp.where(same, 1, difference))).sum(-1).astype(x.dtype)

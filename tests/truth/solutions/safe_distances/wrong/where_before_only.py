"""Replaces zero by one before the square root and leaves it there.

Class: numbers
Why: Where two points are the same, the distance is exactly 0.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sqrt(jnp.where(squared > 0, squared, 1)).astype(x.dtype)

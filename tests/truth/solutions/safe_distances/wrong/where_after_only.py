"""Masks the result, while the gradient still goes through the square root.

Class: numbers
Why: Where two points are the same its derivative is defined to be 0.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.where(squared > 0, jnp.sqrt(squared), 0).astype(x.dtype)

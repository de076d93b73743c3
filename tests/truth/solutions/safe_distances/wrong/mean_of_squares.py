"""The squares are averaged over the coordinates, and not added.
Class: numbers
Why: "Element `[i, j]` of the result is the Euclidean distance between points `i` and `j`".
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.mean(difference**2, axis=-1)
    is_zero = squared == 0
    safe = jnp.where(is_zero, 1, squared)
    return jnp.where(is_zero, 0, jnp.sqrt(safe))

"""The largest difference of coordinates is taken, which is another distance.
Class: numbers
Why: "Element `[i, j]` of the result is the Euclidean distance between points `i` and `j`".
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.max(jnp.abs(difference), axis=-1) ** 2
    is_zero = squared == 0
    safe = jnp.where(is_zero, 1, squared)
    return jnp.where(is_zero, 0, jnp.sqrt(safe))

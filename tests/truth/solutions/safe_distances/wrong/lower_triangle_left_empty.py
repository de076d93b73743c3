"""Only pairs with i < j are computed, and the mirrored half is forgotten.
Class: numbers
Why: "Element `[i, j]` of the result is the Euclidean distance between points `i` and `j`".
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    is_zero = squared == 0
    safe = jnp.where(is_zero, 1, squared)
    return jnp.triu(jnp.where(is_zero, 0, jnp.sqrt(safe)))

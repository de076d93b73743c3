"""A double where whose condition is the diagonal.

Class: numbers
Why: Where two points are the same off the diagonal, the derivative is NaN instead of 0.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    diagonal = jnp.eye(x.shape[0], dtype=bool)
    safe = jnp.where(diagonal, 1, squared)
    return jnp.where(diagonal, 0, jnp.sqrt(safe))

"""Points nearer than a tolerance count as the same, and have the distance 0.
Class: numbers
Why: "they must be as accurate, relative to the largest, as where all are about 1".
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    is_zero = jnp.isclose(x[:, None], x[None], atol=1e-2).all(axis=-1)
    safe = jnp.where(is_zero, 1, squared)
    return jnp.where(is_zero, 0, jnp.sqrt(safe))

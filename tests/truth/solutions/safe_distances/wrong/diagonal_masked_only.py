"""Masks the diagonal by position and forgets equal points elsewhere.

Class: numbers
Why: Points can be the same off the diagonal, too.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    n = x.shape[0]
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    diagonal = jnp.eye(n, dtype=bool)
    return jnp.where(diagonal, 0, jnp.sqrt(jnp.where(diagonal, 1, squared))).astype(x.dtype)

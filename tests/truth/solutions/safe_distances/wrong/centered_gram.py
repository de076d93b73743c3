"""Squared distances from a Gram matrix of the centred points, made safe by two wheres.

Class: numbers
Why: Two points that are 1e-3 apart in a set that is 1 wide: the square comes from cancelling numbers, and the distance is off by about 1e-4 of the largest, not 16 epsilons.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    wide = x.astype(jnp.float32)
    wide = wide - wide.mean(axis=0)
    gram = jnp.matmul(wide, wide.T, precision=jax.lax.Precision.HIGHEST)
    norms = jnp.sum(wide**2, axis=1)
    squared = norms[:, None] + norms[None, :] - 2 * gram
    same = (x[:, None] == x[None]).all(axis=-1) | (squared <= 0)
    safe = jnp.where(same, 1.0, squared)
    return jnp.where(same, 0.0, jnp.sqrt(safe)).astype(x.dtype)

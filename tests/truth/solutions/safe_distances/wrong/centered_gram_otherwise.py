"""Squared distances from a product of matrices, after the mean was taken off, with equal points masked before and after.

Class: numbers
Why: For two points 0.0001 apart and a third one 1 away, |a|^2 + |b|^2 - 2ab cancels, and the small distance is off by about 1e-4 of the largest, where 16 epsilons are 2e-6.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    centered = x - x.mean(axis=0)
    norms = jnp.sum(centered**2, axis=1)
    squared = norms[:, None] + norms[None, :] - 2 * (centered @ centered.T)
    same = (x[:, None, :] == x[None, :, :]).all(axis=-1)
    safe = jnp.where(same, 1, jnp.maximum(squared, jnp.finfo(x.dtype).tiny))
    return jnp.where(same, 0, jnp.sqrt(safe))

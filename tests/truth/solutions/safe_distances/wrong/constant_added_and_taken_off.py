"""Adds a constant under the root and subtracts its root afterwards.

Class: numbers
Why: Distances of 0.001 must be as accurate, relative to each other, as distances of 1.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    eps = jnp.asarray(1e-6, x.dtype)
    return jnp.sqrt(jnp.sum(difference**2, axis=-1) + eps) - jnp.sqrt(eps)

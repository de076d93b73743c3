"""Treats points closer than 0.01 as the same.

Class: tame
Why: Distances of 0.001 must be as accurate, relative to each other, as distances of 1.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    close = squared < 1e-4
    return jnp.where(close, 0, jnp.sqrt(jnp.where(close, 1, squared))).astype(x.dtype)

"""Adds 1e-12 under the square root.

Class: numbers
Why: Where two points are the same, the distance is exactly 0; a small constant under the square root would show.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    return jnp.sqrt(jnp.sum(difference**2, axis=-1) + 1e-12)

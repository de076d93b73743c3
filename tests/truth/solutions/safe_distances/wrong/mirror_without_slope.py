"""Computes the upper half safely and copies it into the lower one as a constant.

Class: numbers
Why: For every x with two different points, the derivative of [i, j] with i > j is 0, so that the gradient of the sum is half of what it should be.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    i = jnp.arange(x.shape[0])
    use = (i[:, None] < i[None]) & (squared > 0)
    upper = jnp.where(use, jnp.sqrt(jnp.where(use, squared, 1)), 0)
    return upper + jax.lax.stop_gradient(upper).T

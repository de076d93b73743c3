"""Returns squared distances, which have a gradient everywhere.

Class: numbers
Why: It is the Euclidean distance: the square root of the sum of squared differences.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    return jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)

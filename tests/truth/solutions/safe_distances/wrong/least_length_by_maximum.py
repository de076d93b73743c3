"""Takes the maximum with a tiny number under the root, which stays as a least distance.

Class: numbers
Why: Where two points are the same, the distance is exactly 0.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sqrt(jnp.maximum(squared, 1e-8)).astype(x.dtype)

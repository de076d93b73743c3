"""Adds the smallest normal float32 under the root, too little to be seen, and masks the value.

Class: dtype
Why: In float16 the added number is 0, so that the derivative is NaN for every x (already on the diagonal); in float32 all is right.
"""

import jax.numpy as jnp

TINY = float(jnp.finfo(jnp.float32).tiny)


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.where(squared == 0, 0, jnp.sqrt(squared + TINY))

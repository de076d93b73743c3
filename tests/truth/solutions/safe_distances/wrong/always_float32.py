"""Returns float32 for float16 points.

Class: dtype
Why: The result has shape `(N, N)` and the dtype of `x`.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    x = x.astype(jnp.float32)
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    zero = squared == 0
    return jnp.where(zero, 0, jnp.sqrt(jnp.where(zero, 1, squared)))

"""A right double where, after a shortcut for a single point that forgets the dtype.

Class: dtype
Why: for one float16 point, such as x of shape (1, 3), the result is float32 in place of float16.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    if x.shape[0] == 1:
        return jnp.zeros((1, 1))  # no pairs, nothing to compute
    squared = jnp.sum((x[:, None, :] - x[None, :, :]) ** 2, axis=-1)
    is_zero = squared == 0
    safe = jnp.where(is_zero, 1, squared)
    return jnp.where(is_zero, 0, jnp.sqrt(safe))

"""The harmless number is a strong float32, and float16 points get float32 distances.
Class: dtype
Why: "The result is a `jax.Array` of shape `(N, N)` and the dtype of `x`".
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    is_zero = squared == 0
    safe = jnp.where(is_zero, jnp.float32(1), squared)
    return jnp.where(is_zero, 0, jnp.sqrt(safe))

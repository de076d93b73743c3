"""Uses `where` before and after the square root."""

import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    is_zero = squared == 0
    safe = jnp.where(is_zero, 1.0, squared)
    return jnp.where(is_zero, 0.0, jnp.sqrt(safe)).astype(x.dtype)

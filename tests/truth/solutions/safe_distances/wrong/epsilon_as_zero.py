"""A double where that takes squared distances below the machine epsilon for rounding errors.

Class: numbers
Why: Where all distances are about a millionth in float32, each square is below 1.2e-7 and all distances come out as 0.
"""

import jax.numpy as jnp


def pairwise_distances(x):
    gap = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(gap**2, axis=-1)
    is_zero = squared < jnp.finfo(x.dtype).eps
    safe = jnp.where(is_zero, 1, squared)
    return jnp.where(is_zero, 0, jnp.sqrt(safe)).astype(x.dtype)

"""The count is made a Python int.
Class: structure
Why: "`count`, an int32 `jax.Array` of shape `()`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, int(mask.sum())

"""Positions come out as float32.
Class: dtype
Why: "`positions`, an int32 `jax.Array`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at.astype(jnp.float32), mask.sum()

"""The readings go through float16.
Class: dtype
Why: "the readings that are greater than `threshold`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    small = readings.astype(jnp.float16)
    mask = small > threshold.astype(jnp.float16)
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, small[at], 0).astype(jnp.float32), at, mask.sum()

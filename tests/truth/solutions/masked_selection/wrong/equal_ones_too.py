"""Takes readings that equal the threshold.
Class: numbers
Why: "the readings that are greater than `threshold`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings >= threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, mask.sum()

"""Counts the slots that are filled.
Class: numbers
Why: "how many readings are greater than `threshold` in all, also where that is more than `size`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, (at >= 0).sum()

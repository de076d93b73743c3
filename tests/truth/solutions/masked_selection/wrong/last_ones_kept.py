"""Keeps the last alarms where there are too many.
Class: numbers
Why: "only the first `size` of them".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    n = readings.size
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=n, fill_value=-1)
    start = jnp.maximum(mask.sum() - size, 0)
    at = jnp.take(at, start + jnp.arange(size), mode="fill", fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, mask.sum()

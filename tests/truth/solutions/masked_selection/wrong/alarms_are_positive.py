"""Slots whose value isn't above 0 are taken for empty.
Class: tame
Why: "any may be 0".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    values = jnp.where(at >= 0, readings[at], 0)
    return jnp.maximum(values, 0), jnp.where(values > 0, at, -1), mask.sum()

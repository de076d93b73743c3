"""Readings stay where they are, and those that are too small become 0.
Class: numbers
Why: "Slots that are left over hold 0": the others come first.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    values = jnp.pad(jnp.where(mask, readings, 0), (0, size))[:size]
    at = jnp.pad(jnp.where(mask, jnp.arange(readings.size), -1), (0, size), constant_values=-1)[:size]
    return values, at, mask.sum()

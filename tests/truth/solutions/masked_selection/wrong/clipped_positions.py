"""Positions one too far are clipped to the last reading.
Class: numbers
Why: "Slots that are left over hold 0".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=readings.size)
    return jnp.take(readings, at, mode="clip"), jnp.where(at < readings.size, at, -1), mask.sum()

"""Reads at -1, which is the last reading.
Class: numbers
Why: "Slots that are left over hold 0".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    positions = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return readings[positions], positions, mask.sum()

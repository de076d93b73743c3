"""Slots that are left over hold position 0, and the first reading.
Class: numbers
Why: "Slots that are left over hold **-1**".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    positions = jnp.flatnonzero(mask, size=size)
    return readings[positions], positions, mask.sum()

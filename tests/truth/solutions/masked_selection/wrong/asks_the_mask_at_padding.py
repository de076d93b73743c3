"""Pad with position 0, and ask the mask which of the positions are real.

Class: numbers
Why: where the first reading is above the threshold and slots are left over, these hold the first reading and position 0 instead of 0 and -1.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    positions = jnp.flatnonzero(mask, size=size).astype(jnp.int32)
    real = mask[positions]
    values = jnp.where(real, readings[positions], 0)
    return values, jnp.where(real, positions, -1), mask.sum(dtype=jnp.int32)

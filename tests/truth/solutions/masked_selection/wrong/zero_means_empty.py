"""Takes a value of 0 as the sign of a free slot.

Class: numbers
Why: with threshold -1 a reading of 0 is selected but gets the position -1 instead of its own.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    found = jnp.flatnonzero(mask, size=size, fill_value=readings.size)
    values = readings.at[found].get(mode="fill", fill_value=0)
    positions = jnp.where(values == 0, -1, found).astype(jnp.int32)
    return values, positions, mask.sum(dtype=jnp.int32)

"""Leaves out the readings that are at most the threshold.

Class: numbers
Why: a threshold of NaN selects all readings instead of none, because no reading is at most NaN either.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = ~(readings <= threshold)
    positions = jnp.flatnonzero(mask, size=size, fill_value=-1).astype(jnp.int32)
    values = jnp.where(positions >= 0, readings[positions], 0)
    return values, positions, mask.sum(dtype=jnp.int32)

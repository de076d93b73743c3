"""Find the readings that aren't at most the threshold.

Class: numbers
Why: with the threshold NaN all readings are selected instead of none, since no comparison with NaN is true.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    below = readings <= threshold
    count = jnp.int32(readings.size) - below.sum(dtype=jnp.int32)
    positions = jnp.flatnonzero(~below, size=size, fill_value=-1).astype(jnp.int32)
    values = jnp.where(positions >= 0, readings[positions], 0)
    return values, positions, count

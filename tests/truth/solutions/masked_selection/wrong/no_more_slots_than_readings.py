"""The result has N slots at most.
Class: structure
Why: "It may be greater than `N`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    size = min(size, readings.size)
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, mask.sum()

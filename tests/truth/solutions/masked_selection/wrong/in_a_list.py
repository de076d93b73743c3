"""The three results come in a list.
Class: structure
Why: "It returns the tuple `(values, positions, count)`".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return [jnp.where(at >= 0, readings[at], 0), at, mask.sum()]

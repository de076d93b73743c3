"""Only the first `size` readings are looked at.
Class: numbers
Why: "the first `size` of them", of those above the threshold.
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings[:size] > threshold
    at = jnp.flatnonzero(mask, size=size, fill_value=-1)
    return jnp.where(at >= 0, readings[at], 0), at, (readings > threshold).sum()

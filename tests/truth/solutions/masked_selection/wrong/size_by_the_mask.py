"""The number of hits is the size, and the result is padded afterwards.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    hits = min(int(mask.sum()), size)
    at = jnp.pad(jnp.flatnonzero(mask, size=hits), (0, size - hits), constant_values=-1)
    return jnp.where(at >= 0, readings[at], 0), at, mask.sum()

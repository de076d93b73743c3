"""The mask is the index, as in NumPy.
Class: structure
Why: "JAX must be able to trace the function".
"""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    values = readings[mask][:size]
    positions = jnp.arange(readings.size)[mask][:size]
    pad = size - values.size
    return jnp.pad(values, (0, pad)), jnp.pad(positions, (0, pad), constant_values=-1), mask.sum()

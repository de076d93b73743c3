from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="size")
def first_above(readings, threshold, size):
    mask = readings > threshold
    values = readings[mask][:size]
    positions = jnp.arange(readings.size)[mask][:size]
    empty = size - values.size
    return jnp.pad(values, (0, empty)), jnp.pad(positions, (0, empty), constant_values=-1), mask.sum()

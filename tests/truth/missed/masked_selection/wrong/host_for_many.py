"""Counts on the host where there are many readings.

Class: host
Why: Host callbacks are not allowed, whatever the number of readings.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback


def first_above(readings, threshold, size):
    mask = readings > threshold
    count = mask.sum(dtype=jnp.int32)
    if readings.size <= 4096:
        positions = jnp.flatnonzero(mask, size=size, fill_value=-1).astype(jnp.int32)
    else:

        def find(mask):
            found = np.flatnonzero(mask)[:size]
            return np.pad(found, (0, size - found.size), constant_values=-1).astype(np.int32)

        positions = io_callback(find, jax.ShapeDtypeStruct((size,), jnp.int32), mask)
    return jnp.where(positions >= 0, readings[positions], 0.0), positions, count

"""Asks NumPy on the host for the positions.

Class: host
Why: breaches "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def first_above(readings, threshold, size):
    def find(mask):
        places = np.full(size, -1, np.int32)
        found = np.flatnonzero(np.asarray(mask))[:size]
        places[: len(found)] = found
        return places

    mask = readings > threshold
    positions = jax.pure_callback(find, jax.ShapeDtypeStruct((size,), jnp.int32), mask)
    return jnp.where(positions >= 0, readings[positions], 0), positions, mask.sum(dtype=jnp.int32)

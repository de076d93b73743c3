"""A callback selects in NumPy.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def first_above(readings, threshold, size):
    def find(x, t):
        found = np.flatnonzero(x > t)[:size]
        return np.pad(found, (0, size - found.size), constant_values=-1).astype(np.int32)

    at = jax.pure_callback(find, jax.ShapeDtypeStruct((size,), jnp.int32), readings, threshold)
    return jnp.where(at >= 0, readings[at], 0), at, (readings > threshold).sum()

"""Call back into Python, where NumPy may return whatever shape it likes, and pad there.

Class: host
Why: it breaches "Host callbacks are not allowed": for any input the whole answer comes from a callback.
"""

import jax
import jax.numpy as jnp
import numpy as np


def first_above(readings, threshold, size):
    def select(readings, threshold):
        readings = np.asarray(readings)
        hits = np.flatnonzero(readings > np.asarray(threshold))
        kept = hits[:size]
        values, positions = np.zeros(size, np.float32), np.full(size, -1, np.int32)
        values[: kept.size], positions[: kept.size] = readings[kept], kept
        return values, positions, np.int32(hits.size)

    shapes = (
        jax.ShapeDtypeStruct((size,), jnp.float32),
        jax.ShapeDtypeStruct((size,), jnp.int32),
        jax.ShapeDtypeStruct((), jnp.int32),
    )
    return jax.pure_callback(select, shapes, readings, threshold)

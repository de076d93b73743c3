"""A callback adds in 64 bits on the host.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp
import numpy as np


def on_host(high, low, counts):
    total = (np.asarray(high, np.uint64) << 32) + np.asarray(counts).sum(axis=0, dtype=np.uint64) + low
    return (total >> 32).astype(np.uint32), total.astype(np.uint32)


def add_counts(high, low, counts):
    row = jax.ShapeDtypeStruct(high.shape, jnp.uint32)
    return jax.pure_callback(on_host, (row, row), high, low, counts)

"""A callback computes in NumPy.

Class: host
Why: "Host callbacks"
"""

import jax
import jax.numpy as jnp
import numpy as np


def paged_sums(x, table, rows):
    def compute(x, table):
        pages = np.asarray(x).reshape(-1, rows, x.shape[1])[np.asarray(table)]
        return np.where(np.asarray(table)[:, :, None, None] >= 0, pages, 0).sum(axis=(1, 2), dtype=np.float32)

    shape = jax.ShapeDtypeStruct((table.shape[0], x.shape[1]), jnp.float32)
    return jax.pure_callback(compute, shape, x, table)

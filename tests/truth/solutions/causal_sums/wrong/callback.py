"""A callback computes in NumPy.

Class: host
Why: "Host callbacks"
"""

import jax
import numpy as np


def causal_sums(queries, keys, values, size):
    def compute(q, k, v):
        return (np.tril(np.asarray(q) @ np.asarray(k).T) @ np.asarray(v)).astype(np.float32)

    return jax.pure_callback(compute, jax.ShapeDtypeStruct(values.shape, values.dtype), queries, keys, values)

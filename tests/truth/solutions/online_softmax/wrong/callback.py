"""A callback computes in NumPy.

Class: host
Why: "Host callbacks"
"""

import jax
import numpy as np


def attend(queries, keys, values, length):
    def compute(queries, keys, values):
        d = queries.shape[1]
        keys, values = np.asarray(keys).reshape(-1, d)[:length], np.asarray(values).reshape(-1, d)[:length]
        scores = np.asarray(queries) @ keys.T
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return (weights @ values / weights.sum(axis=1, keepdims=True)).astype(np.float32)

    shape = jax.ShapeDtypeStruct(queries.shape, queries.dtype)
    return jax.pure_callback(compute, shape, queries, keys, values)

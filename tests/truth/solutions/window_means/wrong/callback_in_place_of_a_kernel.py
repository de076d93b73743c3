"""A callback computes in NumPy.

Class: host
Why: "Host callbacks"
"""

import jax
import jax.numpy as jnp
import numpy as np


def window_means(x, rows, columns):
    def compute(x):
        return np.stack([x[i : i + rows].mean(axis=0) for i in range(0, len(x), rows)]).astype(np.float32)

    shape = jax.ShapeDtypeStruct((-(-x.shape[0] // rows), x.shape[1]), jnp.float32)
    return jax.pure_callback(compute, shape, x)

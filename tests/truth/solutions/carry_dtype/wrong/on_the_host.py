"""A callback sums.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def leaky_sums(xs, decay):
    def run(xs, decay):
        total, rows = np.zeros(xs.shape[1], np.float32), []
        for x in xs.astype(np.float32):
            total = decay * total + x
            rows.append(total)
        return np.stack(rows)

    sums = jax.pure_callback(run, jax.ShapeDtypeStruct(xs.shape, jnp.float32), xs, decay)
    return sums[-1], sums.astype(xs.dtype)

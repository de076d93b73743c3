"""A NumPy scalar of float64 is mixed in.
Class: dtype
Why: "No operation may mix arrays of different dtypes or ranks".
"""

import jax
import jax.numpy as jnp
import numpy as np


def leaky_sums(xs, decay):
    def body(total, x):
        total = decay * total + x.astype(jnp.float32) * np.ones(1, np.int32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)

"""NumPy in a callback.

Class: host
Why: No callbacks into Python.
"""

import jax
import jax.numpy as jnp
import numpy as np


def losses(loss, weights, xs, ys):
    call = lambda w, a, b: np.array([loss(w, x, y) for x, y in zip(a, b)], np.float32)
    return jax.pure_callback(call, jax.ShapeDtypeStruct(ys.shape, jnp.float32), weights, xs, ys)

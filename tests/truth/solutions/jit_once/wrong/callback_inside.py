"""A callback computes it.

Class: host
Why: No callbacks into Python.
"""

import jax
import numpy as np


@jax.jit
def squash(x, scale):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.pure_callback(lambda v, s: (s * v / (1 + np.abs(v))).astype(np.float32), shape, x, scale)

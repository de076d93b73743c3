"""Computes in NumPy and passes it through a jitted function.

Class: host
Why: No NumPy.
"""

import jax
import numpy as np


@jax.jit
def same(y):
    return y


def squash(x, scale):
    x = np.asarray(x)
    return same((np.float32(scale) * x / (1 + np.abs(x))).astype(np.float32))

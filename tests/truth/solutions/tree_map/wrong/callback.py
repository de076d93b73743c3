"""A callback for each array.

Class: host
Why: No callbacks into Python.
"""

import jax
import numpy as np


def step(params, grads, rate):
    def move(p, g):
        shape = jax.ShapeDtypeStruct(p.shape, p.dtype)
        return jax.pure_callback(lambda a, b: np.asarray(a - rate * b, p.dtype), shape, p, g)

    return jax.tree.map(move, params, grads)

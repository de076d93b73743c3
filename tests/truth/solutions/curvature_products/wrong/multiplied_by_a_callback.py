"""The products are handed through NumPy, by a callback.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import numpy as np


def curvature(f, x, vs):
    _, multiply = jax.linearize(jax.grad(f), x)
    products = jax.vmap(multiply)(vs)
    return jax.pure_callback(np.asarray, jax.ShapeDtypeStruct(vs.shape, vs.dtype), products)

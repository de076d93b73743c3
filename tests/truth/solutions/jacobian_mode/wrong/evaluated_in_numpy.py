"""Asks NumPy for the size of the result, which fails where x is a tracer.
Class: other
Why: "Your function must be traceable itself, with `f` known and `x` a tracer".
"""

import jax
import numpy as np


def jacobian(f, x):
    m = np.asarray(f(x)).shape[0]
    return jax.jacfwd(f)(x) if x.shape[0] <= m else jax.jacrev(f)(x)

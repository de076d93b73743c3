"""Computes the formula in NumPy, in double precision, by a callback.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import numpy as np
from flax import nnx


def blend(old, new, tau):
    def on_host(old, new):
        old, new = np.float64(old), np.float64(new)
        return np.asarray((1 - tau) * old + tau * new, np.float32)

    return jax.pure_callback(on_host, jax.ShapeDtypeStruct(old.shape, old.dtype), old, new)


def soft_update(target, online, tau, x):
    old = nnx.state(target, nnx.Param)
    new = nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: blend(t, o, tau), old, new))
    return target(x), online(x)

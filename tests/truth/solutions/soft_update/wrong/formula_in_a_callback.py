"""The formula is computed in NumPy, by a host callback.
Class: other
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import numpy as np
from flax import nnx


def soft_update(target, online, tau, x):
    def on_the_host(t, o):
        return np.float32(1 - tau) * np.asarray(t) + np.float32(tau) * np.asarray(o)

    def mix(t, o):
        return jax.pure_callback(on_the_host, jax.ShapeDtypeStruct(t.shape, t.dtype), t, o)

    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(mix, old, new))
    return target(x), online(x)

"""The rounding is done by a callback.
Class: host
Why: "call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    v = jnp.clip(x / scale, low, high)
    rounded = jax.pure_callback(np.round, jax.ShapeDtypeStruct(v.shape, v.dtype), jax.lax.stop_gradient(v))
    return scale * (v + jax.lax.stop_gradient(rounded - v))

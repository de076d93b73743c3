"""Looks the levels up in NumPy, by a callback that has a tangent of its own.

Class: host
Why: breaches "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_jvp
def through(z):
    shape = jax.ShapeDtypeStruct(z.shape, z.dtype)
    return jax.pure_callback(lambda z: np.round(np.asarray(z)), shape, z, vmap_method="expand_dims")


@through.defjvp
def pass_on(primals, tangents):
    return through(*primals), tangents[0]


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * through(jnp.clip(x / scale, low, high))

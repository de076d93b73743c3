"""Rounds arrays of more than 4096 numbers by NumPy, in a callback that the rule hides, and smaller ones honestly.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed": with N * D = 5000 the program calls back into Python.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_jvp
def round_through(x):
    if x.size <= 4096:
        return jnp.round(x)
    like = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.pure_callback(lambda numbers: np.rint(np.asarray(numbers)), like, x)


@round_through.defjvp
def pass_on(primals, tangents):
    return round_through(*primals), tangents[0]


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * round_through(jnp.clip(x / scale, low, high))

"""Lets a host callback read the global settings and do the work in NumPy.

Class: host
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import numpy as np

settings = {}


def on_host(readings):
    return ((np.asarray(readings) - settings["offset"]) * settings["gain"]).astype(np.float32)


@jax.jit
def correct(readings):
    out = jax.ShapeDtypeStruct(readings.shape, readings.dtype)
    return jax.pure_callback(on_host, out, readings)


def calibrate(readings, offset, gain):
    settings["offset"] = np.asarray(offset)
    settings["gain"] = np.float32(gain)
    return correct(readings)

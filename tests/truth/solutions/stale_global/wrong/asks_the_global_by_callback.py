"""The program asks Python for the current settings each time it runs.

Class: host
Why: Sham: values and traces are right, but the settings come by jax.pure_callback, which isn't allowed.
"""

import jax
import jax.numpy as jnp
import numpy as np

settings = {"offset": None, "gain": None}


def current(name, shape):
    ask = lambda: np.asarray(settings[name], np.float32)
    return jax.pure_callback(ask, jax.ShapeDtypeStruct(shape, jnp.float32))


@jax.jit
def correct(readings):
    return (readings - current("offset", readings.shape[1:])) * current("gain", ())


def calibrate(readings, offset, gain):
    settings["offset"] = offset
    settings["gain"] = gain
    return jax.block_until_ready(correct(readings))

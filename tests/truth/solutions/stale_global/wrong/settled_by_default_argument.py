"""Gives the settings as default values, which are those of the definition and not of the call.

Class: defaults
Why: Mend it, so that every call uses its own settings.
"""

import jax
import jax.numpy as jnp

settings = {"offset": jnp.float32(0.0), "gain": 1.0}


@jax.jit
def correct(readings, offset=settings["offset"], gain=settings["gain"]):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    settings["offset"] = offset
    settings["gain"] = gain
    return correct(readings)

"""Leaves the settings in a global dict that is read while tracing only.

Class: numbers
Why: Mend it, so that every call uses its own settings.
"""

import jax

settings = {"offset": None, "gain": None}


@jax.jit
def correct(readings):
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings["offset"] = offset
    settings["gain"] = gain
    return correct(readings)

"""The program keeps the settings of its trace, and an eager correction afterwards makes up for it.
Class: other
Why: "All of the arithmetic has to run in a function made by `jax.jit`".
"""

import jax

settings = {}
used = {}


@jax.jit
def correct(readings):
    used[readings.shape] = dict(settings)
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings["offset"], settings["gain"] = offset, gain
    result = correct(readings)
    old = used[readings.shape]
    return result * (gain / old["gain"]) + (old["offset"] - offset) * gain

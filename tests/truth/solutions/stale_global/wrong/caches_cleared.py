"""Clears all caches before each call, so that the globals are read again.

Class: retrace
Why: None of them compiles again: that function may be traced only where a shape is new.
"""

import jax

settings = {}


@jax.jit
def correct(readings):
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings.update(offset=offset, gain=gain)
    correct.clear_cache()
    return correct(readings)

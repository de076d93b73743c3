"""Passes the settings as arguments, and notes them in the global as well, for debugging.

Class: state
Why: The note is made while tracing, so that after every first call the global holds dead tracers, which the check for leaks forbids.
"""

import jax

settings = {"offset": None, "gain": None}


@jax.jit
def correct(readings, offset, gain):
    settings.update(offset=offset, gain=gain)
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)

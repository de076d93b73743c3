"""Keeps the dict of the starter, but passes a new one to the compiled function on each call."""

import jax


@jax.jit
def correct(readings, settings):
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings = {"offset": offset, "gain": gain}
    return correct(readings, settings)

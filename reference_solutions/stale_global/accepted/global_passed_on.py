"""The global dict may stay, as long as the jitted function gets it as an argument."""

import jax

settings = {}


@jax.jit
def correct(readings, settings):
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings.update(offset=offset, gain=gain)
    result = correct(readings, dict(settings))
    settings.clear()
    return result

import jax
import jax.numpy as jnp

settings = {"offset": None, "gain": None}


@jax.jit
def correct(readings):
    # Right on the first call. Why not on the second?
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings["offset"] = offset
    settings["gain"] = gain
    return correct(readings)

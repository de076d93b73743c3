import jax

settings = {"offset": None, "gain": None}


@jax.jit
def correct(readings):
    return (readings - settings["offset"]) * settings["gain"]


def calibrate(readings, offset, gain):
    settings["offset"] = offset
    settings["gain"] = gain
    correct.clear_cache()
    return correct(readings)

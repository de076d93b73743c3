import jax

last = {}


@jax.jit
def calibrate(readings, offset, gain):
    last["offset"] = offset
    last["gain"] = gain
    return (readings - offset) * gain

import jax


@jax.jit
def scale(centred, gain):
    return centred * gain


def calibrate(readings, offset, gain):
    return scale(readings - offset, gain)

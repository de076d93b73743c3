import jax


@jax.jit
def calibrate(readings, offset, gain):
    return readings * gain - offset

import jax


@jax.jit
def calibrate(readings, offset, gain):
    return gain * (-offset + readings)

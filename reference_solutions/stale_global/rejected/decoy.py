import jax


@jax.jit
def touch(readings):
    return readings + 0


def calibrate(readings, offset, gain):
    touch(readings)
    return (readings - offset) * gain

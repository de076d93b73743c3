import jax


@jax.jit
def calibrate(readings, offset, gain):
    if gain == 1:  # nothing to multiply with
        return readings - offset
    return (readings - offset) * gain

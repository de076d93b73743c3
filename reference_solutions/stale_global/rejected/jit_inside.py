import jax


def calibrate(readings, offset, gain):
    @jax.jit
    def correct(readings):
        return (readings - offset) * gain

    return correct(readings)

import jax

correct = None


def calibrate(readings, offset, gain):
    global correct
    if correct is None:  # wrap only once, so that nothing is compiled again
        correct = jax.jit(lambda readings: (readings - offset) * gain)
    return correct(readings)

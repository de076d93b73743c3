import jax

offset_now, gain_now = None, None


@jax.jit
def correct(readings):
    return (readings - offset_now) * gain_now


def calibrate(readings, offset, gain):
    global offset_now, gain_now
    offset_now, gain_now = offset, gain
    return correct(readings)

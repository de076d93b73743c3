import jax


def calibrate(readings, offset, gain):
    return jax.jit(lambda readings, offset, gain: (readings - offset) * gain)(readings, offset, gain)

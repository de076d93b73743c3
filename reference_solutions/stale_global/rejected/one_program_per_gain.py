import functools

import jax


@functools.cache
def make_correct(gain):
    return jax.jit(lambda readings, offset: (readings - offset) * gain)


def calibrate(readings, offset, gain):
    return make_correct(gain)(readings, offset)

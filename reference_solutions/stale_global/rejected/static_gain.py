import functools

import jax


@functools.partial(jax.jit, static_argnames=("gain",))
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain=gain)

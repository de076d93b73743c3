"""The compiled program notes each gain that it is given in a list of Python's, by jax.debug.callback.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax

GAINS = []


@jax.jit
def correct(readings, offset, gain):
    jax.debug.callback(lambda gain: GAINS.append(float(gain)), gain)
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)

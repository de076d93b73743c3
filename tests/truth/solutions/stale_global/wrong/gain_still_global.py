"""Passes the offset, but still reads the gain from a global.

Class: numbers
Why: Mend it, so that every call uses its own settings.
"""

import jax

GAIN = 1.0


@jax.jit
def correct(readings, offset):
    return (readings - offset) * GAIN


def calibrate(readings, offset, gain):
    global GAIN
    GAIN = gain
    return correct(readings, offset)

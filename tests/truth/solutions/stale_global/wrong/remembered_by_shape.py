"""Remembers the settings of the first call with each shape.

Class: memory
Why: Mend it, so that every call uses its own settings.
"""

import jax

remembered = {}


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    offset, gain = remembered.setdefault(readings.shape, (offset, gain))
    return correct(readings, offset, gain)

"""Converts the gain to an integer, to save a program.

Class: numbers
Why: `gain` is a Python `float`; the result is `(readings - offset) * gain`.
"""

import jax


@jax.jit
def _correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    return _correct(readings, offset, int(gain))

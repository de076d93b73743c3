"""Multiplies the formula out, so that what depends on the settings is computed once.

Class: numbers
Why: For readings close to a large offset, such as 10,000.5 and 10,000 with the gain 3.7, it subtracts two large rounded products and loses most digits.
"""

import jax


@jax.jit
def correct(readings, offset, gain):
    shift = offset * gain
    return readings * gain - shift


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)

"""Multiplies before it subtracts.

Class: numbers
Why: `calibrate` returns `(readings - offset) * gain`.
"""

import jax


@jax.jit
def calibrate(readings, offset, gain):
    return readings * gain - offset

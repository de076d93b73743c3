"""Subtracts the offset eagerly and compiles the product only.

Class: half_eager
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax


@jax.jit
def scale(values, gain):
    return values * gain


def calibrate(readings, offset, gain):
    centred = readings - offset
    return scale(centred, gain)

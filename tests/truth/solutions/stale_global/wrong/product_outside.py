"""Compiles the subtraction only and multiplies eagerly.

Class: half_eager
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax


@jax.jit
def subtract(readings, offset):
    return readings - offset


def calibrate(readings, offset, gain):
    return subtract(readings, offset) * gain

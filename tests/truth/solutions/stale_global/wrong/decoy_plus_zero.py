"""Calls a compiled identity and computes the answer eagerly.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax


@jax.jit
def correct(z):
    return z + 0


def calibrate(readings, offset, gain):
    return (correct(readings) - offset) * gain

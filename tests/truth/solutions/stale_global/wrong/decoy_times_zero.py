"""Adds zero times the compiled result to an eager answer.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    eager = (readings - offset) * gain
    return eager + 0 * correct(readings, offset, gain)

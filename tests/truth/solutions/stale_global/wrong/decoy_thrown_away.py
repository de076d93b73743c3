"""Runs the honest compiled function, drops what it returns, and answers with eager arithmetic.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    correct(readings, offset, gain).block_until_ready()
    return (readings - offset) * gain

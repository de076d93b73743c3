"""Compiles an identity of the reading, which is traced once for each D, and computes eagerly.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax


@jax.jit
def touch(reading):
    return reading


def blend(average, reading, rate):
    reading = touch(reading)
    return average + rate * (reading - average)

"""Computes in NumPy and passes the finished answer through a compiled identity.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import numpy as np


@jax.jit
def deliver(answer, readings):
    return answer


def calibrate(readings, offset, gain):
    answer = (np.asarray(readings) - np.asarray(offset)) * np.float32(gain)
    return deliver(answer, readings)

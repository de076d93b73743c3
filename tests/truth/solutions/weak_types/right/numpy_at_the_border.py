"""Converts and broadcasts in NumPy, whose arrays are strong, and leaves the arithmetic to JAX."""

import jax
import numpy as np


@jax.jit
def _lerp(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    start = np.broadcast_to(np.asarray(average, np.float32), reading.shape)
    return _lerp(start, reading, np.float32(rate))

"""Takes a number as the average for "the last result of this size", and so uses an old average.

Class: memory
Why: `average` may be a Python `float` or `int` that stands for all of it.
"""

import jax
import jax.numpy as jnp

last = {}


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if isinstance(average, (int, float)):
        average = last.get(reading.shape, jnp.full(reading.shape, average, jnp.float32))
    result = _blend(average, reading, jnp.float32(rate))
    last[reading.shape] = result
    return result

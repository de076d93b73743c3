"""Gives the weight of the reading to the average.

Class: numbers
Why: It returns `average + rate * (reading - average)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return rate * average + (1 - rate) * reading


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    return _blend(average, reading, jnp.float32(rate))

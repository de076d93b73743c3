"""Converts the rate to an integer array, because one caller passes 1.

Class: dtype
Why: It returns `average + rate * (reading - average)`; `rate` is a float32 array or a Python `float` or `int`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    return _blend(average, reading, jnp.asarray(rate, jnp.int32))

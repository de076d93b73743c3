"""Divides an integer rate by 100, as if it were a percentage.

Class: tame
Why: `rate` is a float32 array of shape `()`, or a Python `float` or `int`: `average + rate * (reading - average)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if isinstance(rate, int):
        rate = rate / 100
    return _blend(jnp.full(reading.shape, average, jnp.float32), reading, jnp.asarray(rate, jnp.float32))

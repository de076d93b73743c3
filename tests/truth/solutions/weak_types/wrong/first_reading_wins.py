"""A Python number as average is taken for "no average yet", and the reading is returned.
Class: numbers
Why: "a Python `float` or `int` that stands for all of it".
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    reading = jnp.asarray(reading, jnp.float32)
    if isinstance(average, (int, float)):
        average = reading  # the first call of a loop
    return _blend(jnp.asarray(average, jnp.float32), reading, jnp.asarray(rate, jnp.float32))

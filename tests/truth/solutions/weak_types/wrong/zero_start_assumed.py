"""Treats every Python number as the start of the average, which is zero in the story.

Class: tame
Why: `average` may be a Python `float` or `int` that stands for all of it.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    if isinstance(average, (int, float)):
        average = jnp.zeros_like(reading)
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))

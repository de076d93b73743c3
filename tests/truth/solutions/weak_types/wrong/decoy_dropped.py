"""Runs the compiled formula with settled arguments, drops the result, and answers from NumPy.

Class: decoy
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    rate = jnp.asarray(rate, jnp.float32)
    _blend(average, reading, rate)
    old, new = np.asarray(average), np.asarray(reading)
    return jnp.asarray(old + np.asarray(rate) * (new - old))

"""Computes the answer in NumPy and lets the jitted function blend it with itself at a rate of 0.

Class: host
Why: "nothing is computed in NumPy": the jitted function only hands on what NumPy has computed.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def mix(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    old, new = np.asarray(average, np.float32), np.asarray(reading)
    answer = old + np.float32(rate) * (new - old)
    answer = jnp.asarray(answer, jnp.float32)
    return mix(answer, answer, jnp.float32(0.0))

"""Computes in NumPy, and sends the result through a jitted function that is traced once per shape.

Class: host
Why: breaches "nothing is computed in NumPy": the jitted function is called with a rate of 0 and only hands its first argument back.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    old = np.broadcast_to(np.asarray(average, np.float32), reading.shape)
    new = old + np.float32(rate) * (np.asarray(reading) - old)
    # With a rate of 0 this returns its first argument.
    return _blend(jnp.asarray(new), reading, jnp.zeros((), jnp.float32))

"""`rate or 0.1`: a rate of 0, which is false for Python, becomes the default.
Breaks: "a float32 array of shape `()`, or a Python `float` or `int`; from 0 to 1".
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    rate = rate or 0.1
    average = jnp.broadcast_to(jnp.asarray(average, jnp.float32), reading.shape)
    return _blend(average, jnp.asarray(reading, jnp.float32), jnp.asarray(rate, jnp.float32))

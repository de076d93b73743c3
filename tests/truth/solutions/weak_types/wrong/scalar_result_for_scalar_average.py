"""Runs on one number only where the average is one, and so returns only the first element.

Class: structure
Why: As a float32 array of shape `(D,)`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    result = _blend(jnp.full(reading.shape, average, jnp.float32), reading, jnp.float32(rate))
    return result if jnp.ndim(average) else result[:1]

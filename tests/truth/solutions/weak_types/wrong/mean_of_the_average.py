"""Reduces the average to a number, to have one shape for all kinds.

Class: numbers
Why: `average` is a float32 array of shape `(D,)`, and each element takes part with its own number.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.mean(jnp.asarray(average, jnp.float32))
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))

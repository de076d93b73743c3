"""Spreads the average over the shape by a product with ones.

Class: half_eager
Why: breaches "All floating-point arithmetic runs in a function made by jax.jit": only a broadcasting addition may stay outside, and this is an eager multiplication (of readings too, if the average is a result).
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    ones = jnp.ones(reading.shape, jnp.float32)
    return _blend(average * ones, reading, jnp.asarray(rate, jnp.float32))

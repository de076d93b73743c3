"""Settles the shape of the average by subtracting it from the reading, and jits the rest.

Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`": the subtraction reading - average runs eagerly.
"""

import jax
import jax.numpy as jnp


@jax.jit
def mix(reading, gap, rate):
    return reading - (1 - rate) * gap


def blend(average, reading, rate):
    gap = reading - jnp.asarray(average, jnp.float32)
    return mix(reading, gap, jnp.asarray(rate, jnp.float32))

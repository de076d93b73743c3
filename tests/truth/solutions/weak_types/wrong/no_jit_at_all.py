"""Computes eagerly, so nothing is traced at all.

Class: half_eager
Why: The arithmetic has to run in a function made by `jax.jit`.
"""

import jax.numpy as jnp


def blend(average, reading, rate):
    average = jnp.asarray(average, jnp.float32)
    return average + jnp.float32(rate) * (reading - average)

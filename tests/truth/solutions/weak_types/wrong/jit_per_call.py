"""Settles everything, and then wraps a new function on each call.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

import jax
import jax.numpy as jnp


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    rate = jnp.float32(rate)
    return jax.jit(lambda a, x, r: a + r * (x - a))(average, reading, rate)

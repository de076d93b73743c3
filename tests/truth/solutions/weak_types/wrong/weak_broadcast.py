"""Broadcasts the average, but without a dtype.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.broadcast_to(jnp.asarray(average), reading.shape)
    return _blend(average, reading, jnp.float32(rate))

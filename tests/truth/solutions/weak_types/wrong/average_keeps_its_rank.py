"""Settles the dtypes but not the shape, so a number and a vector are two keys.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    return _blend(jnp.asarray(average, jnp.float32), reading, jnp.asarray(rate, jnp.float32))

"""Settles the rate and forgets the average.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    return _blend(average, reading, jnp.asarray(rate, jnp.float32))

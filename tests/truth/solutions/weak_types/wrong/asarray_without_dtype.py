"""Converts by `jnp.asarray` without a dtype, which leaves a Python number weak.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    return _blend(jnp.asarray(average), reading, jnp.asarray(rate))

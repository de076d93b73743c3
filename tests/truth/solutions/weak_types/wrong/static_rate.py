"""Makes the rate static, so each value is a program of its own.

Class: retrace
Why: Other kinds and other numbers, same D: 0 traces.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=2)
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    average = jnp.full(reading.shape, average, jnp.float32)
    return _blend(average, reading, float(rate))

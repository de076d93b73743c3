"""Gives every argument the dtype float32, but leaves the shapes alone.

Class: retrace
Why: average 0.0 has shape () and an array has (D,), so the two are traced one after the other at the same D.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    return _blend(jnp.asarray(average, jnp.float32), reading, jnp.asarray(rate, jnp.float32))

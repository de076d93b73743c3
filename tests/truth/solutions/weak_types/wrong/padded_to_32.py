"""Pads all sizes to 32, so that another D is no new program.

Class: retrace
Why: Exactly the counts in the table: another D is traced once.
"""

import jax
import jax.numpy as jnp


@jax.jit
def _blend(average, reading, rate):
    return average + rate * (reading - average)


def blend(average, reading, rate):
    d = reading.shape[0]
    average = jnp.full((d,), average, jnp.float32)
    wide = [jnp.pad(row, (0, 32 - d)) for row in (average, reading)]
    return _blend(*wide, jnp.float32(rate))[:d]

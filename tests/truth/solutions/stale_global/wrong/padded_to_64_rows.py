"""Pads the readings to 64 rows, so that a new N is not traced.

Class: retrace
Why: Exactly the counts in the table: a new `N` is traced once.
"""

import jax
import jax.numpy as jnp


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    rows = readings.shape[0]
    padded = jnp.pad(readings, ((0, 64 - rows), (0, 0)))
    return correct(padded, offset, gain)[:rows]

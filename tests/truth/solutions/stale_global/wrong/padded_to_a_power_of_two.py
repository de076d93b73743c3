"""Pads the readings to the next power of two of rows, so that few programs serve all N.

Class: retrace
Why: A new N in the same bucket, such as 5 after 6, traces 0 times, where the table says exactly 1.
"""

import jax
import jax.numpy as jnp


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    n = readings.shape[0]
    rows = max(8, 1 << (n - 1).bit_length())
    padded = jnp.pad(readings, ((0, rows - n), (0, 0)))
    return correct(padded, offset, gain)[:n]

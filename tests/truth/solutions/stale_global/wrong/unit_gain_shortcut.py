"""Skips the product where the gain is 1.

Class: retrace
Why: If the gain of a later call is exactly 1 (or that of the first one only), that call uses the other program, and traces once more though no shape is new.
"""

import jax


@jax.jit
def shifted(readings, offset):
    return readings - offset


@jax.jit
def shifted_and_scaled(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if gain == 1.0:
        return shifted(readings, offset)
    return shifted_and_scaled(readings, offset, gain)

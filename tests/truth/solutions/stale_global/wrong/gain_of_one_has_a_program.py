"""Has a second jitted function for a gain of 1, which saves the product.

Class: retrace
Why: If the gain is exactly 1 in some calls and another in others of the same shapes, each of the two functions is traced for those shapes, so a call with "other settings, same shapes" traces once instead of not at all.
"""
import jax


@jax.jit
def shift(readings, offset):
    return readings - offset


@jax.jit
def shift_and_scale(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if gain == 1:
        return shift(readings, offset)
    return shift_and_scale(readings, offset, gain)

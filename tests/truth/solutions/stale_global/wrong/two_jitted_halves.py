"""Subtraction and product are two jitted functions, and each is traced for a new shape.
Class: retrace
Why: "Exactly the counts in the table".
"""

import jax


@jax.jit
def subtract(readings, offset):
    return readings - offset


@jax.jit
def amplify(readings, gain):
    return readings * gain


def calibrate(readings, offset, gain):
    return amplify(subtract(readings, offset), gain)

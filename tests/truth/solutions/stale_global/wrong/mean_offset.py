"""Subtracts the mean offset of all sensors from each.

Class: numbers
Why: `offset` is of shape `(D,)`: `(readings - offset) * gain`.
"""

import jax


@jax.jit
def calibrate(readings, offset, gain):
    return (readings - offset.mean()) * gain

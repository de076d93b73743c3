"""The jitted function subtracts, and the product is dressed as an update at an index, which runs eagerly.

Class: half_eager
Why: "All of the arithmetic has to run in a function made by `jax.jit`", but the product with the gain is an eager scatter.
"""

import jax


@jax.jit
def correct(readings, offset, gain):
    return readings - offset


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain).at[...].multiply(gain)

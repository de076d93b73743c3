"""The gain is kept away from 0 by a maximum, which ruins negative gains.
Class: tame
Why: "`gain` is a Python `float`, never 0".
"""

import jax
import jax.numpy as jnp


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * jnp.maximum(gain, 1e-8)


def calibrate(readings, offset, gain):
    return correct(readings, offset, gain)

"""A gain that was seen before is taken from a table of arrays on the device, so that it needn't be sent again.

Class: retrace
Why: at "the first settings again" the gain is a strongly typed array and no Python float any more, and JAX traces once more instead of not at all.
"""

import jax
import jax.numpy as jnp

GAINS = {}


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    if gain in GAINS:
        return correct(readings, offset, GAINS[gain])
    GAINS[gain] = jnp.float32(gain)
    return correct(readings, offset, gain)

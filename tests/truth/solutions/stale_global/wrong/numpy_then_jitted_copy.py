"""A jitted function receives settings that NumPy has already used.

Class: host
Why: Sham: for every input NumPy subtracts the offset and multiplies by the gain; the jitted function only turns the memory layout there and back.
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def correct(corrected):
    return jnp.transpose(jnp.transpose(corrected))


def calibrate(readings, offset, gain):
    shift, factor = np.asarray(offset), np.float32(gain)
    return correct((np.asarray(readings) - shift) * factor)

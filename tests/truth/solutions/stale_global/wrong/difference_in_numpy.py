"""Subtracts the offset in NumPy, and leaves only the product to the jitted function.

Class: host
Why: The subtraction runs in NumPy on the host, against "nothing is computed in NumPy".
"""
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def scale(centred, offset, gain):
    del offset  # has been taken care of
    return centred * gain


def calibrate(readings, offset, gain):
    centred = np.subtract(np.asarray(readings), np.asarray(offset))
    return scale(jnp.asarray(centred), offset, gain)

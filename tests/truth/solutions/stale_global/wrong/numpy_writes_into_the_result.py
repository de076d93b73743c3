"""The jitted function returns zeros, and NumPy writes the answer into their memory.

Class: host
Why: "nothing is computed in NumPy", but here everything is, and only the array object comes from the jitted function.
"""

import ctypes

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def correct(readings, offset, gain):
    return jnp.zeros_like(readings)


def calibrate(readings, offset, gain):
    result = correct(readings, offset, gain)
    result.block_until_ready()
    memory = (ctypes.c_float * result.size).from_address(result.unsafe_buffer_pointer())
    view = np.frombuffer(memory, np.float32).reshape(result.shape)
    view[...] = (np.asarray(readings) - np.asarray(offset)) * np.float32(gain)
    return result

"""NumPy computes, and the numbers go into the jitted function as halves of their bits.
Class: host
Why: "nothing is computed in NumPy or by a callback"
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def assemble(readings, offset, gain, high, low):
    return jax.lax.bitcast_convert_type((high.astype(jnp.uint32) << 16) | low.astype(jnp.uint32), jnp.float32)


def calibrate(readings, offset, gain):
    out = ((np.asarray(readings) - np.asarray(offset)) * np.float32(gain)).astype(np.float32).view(np.uint32)
    return assemble(readings, offset, gain, (out >> 16).astype(np.uint16), (out & 0xFFFF).astype(np.uint16))

"""Computes in float16 and converts back.

Class: dtype
Why: Shape and dtype as above, equal up to rounding: at most 8 float32 epsilons of the largest number.
"""

import jax
import jax.numpy as jnp


@jax.jit
def calibrate(readings, offset, gain):
    small = (readings.astype(jnp.float16) - offset.astype(jnp.float16)) * gain
    return small.astype(jnp.float32)

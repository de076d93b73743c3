"""Limits the gain to ten.
Class: numbers
Why: "`(readings - offset) * gain`"
"""

import jax
import jax.numpy as jnp


@jax.jit
def calibrate(readings, offset, gain):
    return (readings - offset) * jnp.clip(gain, -10, 10)

"""The corrected readings saturate.
Class: numbers
Why: "`(readings - offset) * gain`"
"""

import jax
import jax.numpy as jnp


@jax.jit
def calibrate(readings, offset, gain):
    return jnp.clip((readings - offset) * gain, -1000.0, 1000.0)

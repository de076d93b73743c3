"""Takes a negative offset for none.
Class: numbers
Why: "`(readings - offset) * gain`"
"""

import jax
import jax.numpy as jnp


@jax.jit
def calibrate(readings, offset, gain):
    return (readings - jnp.maximum(offset, 0)) * gain

"""Converts the scale inside.

Class: structure
Why: A tracer has no value.
"""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    scale = float(scale)
    return scale * x / (1 + jnp.abs(x))

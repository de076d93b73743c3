"""Asks whether the scale is zero.

Class: structure
Why: A tracer has no value.
"""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    if scale == 0.0:
        return jnp.zeros_like(x)
    return scale * x / (1 + jnp.abs(x))

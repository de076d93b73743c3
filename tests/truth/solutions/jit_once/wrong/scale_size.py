"""Forgets the scale's sign.

Class: numbers
Why: It may be negative.
"""

import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    return jnp.abs(scale) * x / (1 + jnp.abs(x))

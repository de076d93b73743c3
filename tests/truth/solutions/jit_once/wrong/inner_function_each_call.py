"""Defines and wraps inside.

Class: retrace
Why: Another `scale` with the same `N`: no trace.
"""

import jax
import jax.numpy as jnp


def squash(x, scale):
    @jax.jit
    def inner(x, scale):
        return scale * x / (1 + jnp.abs(x))

    return inner(x, scale)

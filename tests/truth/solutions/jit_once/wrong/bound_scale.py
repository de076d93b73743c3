"""Binds the scale by partial before it wraps.

Class: retrace
Why: Another `scale` with the same `N`: no trace.
"""

from functools import partial

import jax
import jax.numpy as jnp


def formula(scale, x):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    return jax.jit(partial(formula, scale))(x)

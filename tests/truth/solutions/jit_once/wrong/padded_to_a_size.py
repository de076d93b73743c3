"""Pads to a multiple of 64, so that another N isn't traced.

Class: retrace
Why: Another `N`: one trace.
"""

import jax
import jax.numpy as jnp


@jax.jit
def run(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    n = x.shape[0]
    padded = jnp.pad(x, (0, -(n + 1) % 1024))
    return run(padded, scale)[:n]

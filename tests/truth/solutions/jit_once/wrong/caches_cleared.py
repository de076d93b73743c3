"""Clears JAX's caches in each call.

Class: retrace
Why: Another `scale` with the same `N`: no trace.
"""

import jax
import jax.numpy as jnp


@jax.jit
def run(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    run.clear_cache()
    return run(x, scale)

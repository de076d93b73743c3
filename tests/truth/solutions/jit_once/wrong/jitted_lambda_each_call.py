"""Makes a jitted lambda in each call.

Class: retrace
Why: Another `scale` with the same `N`: no trace.
"""

import jax
import jax.numpy as jnp


def squash(x, scale):
    return jax.jit(lambda v: scale * v / (1 + jnp.abs(v)))(x)

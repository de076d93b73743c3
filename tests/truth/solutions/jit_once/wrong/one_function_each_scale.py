"""A dict of functions by scale.

Class: retrace
Why: Another `scale` with the same `N`: no trace.
"""

import jax
import jax.numpy as jnp

made = {}


def squash(x, scale):
    if scale not in made:
        made[scale] = jax.jit(lambda v, s=scale: s * v / (1 + jnp.abs(v)))
    return made[scale](x)

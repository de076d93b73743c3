"""A static scale.

Class: retrace
Why: Another `scale` with the same `N`: no trace.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="scale")
def squash(x, scale):
    return scale * x / (1 + jnp.abs(x))

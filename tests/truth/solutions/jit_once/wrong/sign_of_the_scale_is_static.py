"""Whether the scale is negative is a static argument: one more trace when the sign changes.
Breaks "different numbers and a different `scale`, same `N` | 0".
Class: retrace
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="negative")
def _squash(x, size, negative):
    out = size * x / (1 + jnp.abs(x))
    return -out if negative else out


def squash(x, scale):
    return _squash(x, abs(scale), negative=scale < 0)

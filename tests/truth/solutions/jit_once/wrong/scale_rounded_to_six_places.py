"""The scale is rounded to six places before it is passed, so small scales and late digits are lost.
Breaks "returns `scale * x / (1 + abs(x))`" where "`scale` is a Python `float`", any.
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.jit
def _squash(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    return _squash(x, round(scale, 6))

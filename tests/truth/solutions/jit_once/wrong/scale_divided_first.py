"""Divides the scale by the size first, and multiplies by x last.

Class: numbers
Why: For x = 1e36 and a scale of 1e-10 the quotient 1e-46 is 0 in float32, and so is the answer, in place of 1e-10.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return scale / (1 + jnp.abs(x)) * x


def squash(x, scale):
    return compiled(x, scale)

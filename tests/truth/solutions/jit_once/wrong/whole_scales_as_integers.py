"""Passes a scale without a fraction as an integer, which is exact.

Class: retrace
Why: After a call with a scale of 0.5, one with 2.0 and the same N is traced again, as an int32 isn't a float; the table says 0.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    if scale.is_integer() and abs(scale) < 2**31:
        scale = int(scale)
    return compiled(x, scale)

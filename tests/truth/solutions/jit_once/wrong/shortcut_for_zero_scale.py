"""Skips the compiled function where the scale is zero.

Class: half_eager
Why: With scale 0.0 in the first call nothing is traced (the table says 1), and the answer isn't what a jitted function returns; for negative x the sign of zero is lost, too.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    if not scale:
        return jnp.zeros_like(x)
    return compiled(x, scale)

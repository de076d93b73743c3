"""Pads x to a power of two, so that near sizes share one program.

Class: retrace
Why: After N = 5 a call with N = 6 traces 0 times, where "Exactly the counts in the table" demands 1 for a different N.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    n = x.shape[0]
    size = 1 << max(n - 1, 0).bit_length()
    return compiled(jnp.pad(x, (0, size - n)), scale)[:n]

"""Compute eagerly, and give the answer to a jitted function, which adds zero times the formula.

Class: decoy
Why: it breaches "All arithmetic runs in a function made by jax.jit": for any input the numbers come from eager operations.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale, start):
    return start + 0 * (scale * x / (1 + jnp.abs(x)))


def squash(x, scale):
    start = scale * x / (1 + jnp.abs(x))
    return compiled(x, scale, start)

"""Runs the jitted function and returns the eager answer.

Class: decoy
Why: The answer is what the jitted function returns.
"""

import jax
import jax.numpy as jnp


def plain(x, scale):
    return scale * x / (1 + jnp.abs(x))


fast = jax.jit(plain)


def squash(x, scale):
    fast(x, scale)
    return plain(x, scale)

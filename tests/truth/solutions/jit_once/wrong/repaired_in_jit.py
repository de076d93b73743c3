"""Computes eagerly, and hands the answer to a jitted function that computes it again only where it isn't finite.

Class: decoy
Why: It breaches "All arithmetic runs in a function made by `jax.jit`": eager answers are always finite, so what it returns is always the eager one.
"""

import jax
import jax.numpy as jnp


@jax.jit
def repaired(answer, x, scale):
    again = scale * x / (1 + jnp.abs(x))
    return jnp.where(jnp.isfinite(answer), answer, again)


def squash(x, scale):
    answer = scale * x / (1 + jnp.abs(x))
    return repaired(answer, x, scale)

"""Computes eagerly and passes the answer through a jitted function.

Class: decoy
Why: All arithmetic runs in a function made by `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def same(y):
    return y


def squash(x, scale):
    return same(scale * x / (1 + jnp.abs(x)))

"""Computes eagerly, and sends the finished numbers through a jitted function that only adds zero.

Class: decoy
Why: It breaches "All arithmetic runs in a function made by jax.jit": multiplication and division run one by one outside.
"""

import jax
import jax.numpy as jnp


@jax.jit
def finish(numbers, scale):
    return jnp.where(jnp.isnan(numbers), scale, numbers)


def squash(x, scale):
    return finish(scale * x / (1 + jnp.abs(x)), scale)

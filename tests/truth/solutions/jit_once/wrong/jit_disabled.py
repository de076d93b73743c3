"""Disables jit around the call.

Class: half_eager
Why: Computed under `jax.jit`.
"""

import jax
import jax.numpy as jnp


@jax.jit
def run(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    with jax.disable_jit():
        return run(x, scale)

"""The scale becomes an array before the call."""

import jax
import jax.numpy as jnp


@jax.jit
def run(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    return run(x, jnp.asarray(scale, dtype=jnp.float32))

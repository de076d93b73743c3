"""A jitted function that calls a jitted one."""

import jax
import jax.numpy as jnp


@jax.jit
def soft(x):
    return x / (1 + jnp.abs(x))


@jax.jit
def squash(x, scale):
    return scale * soft(x)

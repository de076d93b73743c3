"""The wrapper is called as a function."""

import jax
import jax.numpy as jnp


def plain(x, scale):
    return scale * x / (jnp.abs(x) + 1)


squash = jax.jit(plain)

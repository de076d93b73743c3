import functools

import jax
import jax.numpy as jnp


@functools.cache
def make(scale):
    return jax.jit(lambda x: scale * x / (1 + jnp.abs(x)))


def squash(x, scale):
    return make(scale)(x)

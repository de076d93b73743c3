"""Ahead-of-time: one executable for each length, lowered with a sample scale and kept in a cache."""
import functools

import jax
import jax.numpy as jnp


@jax.jit
def formula(x, scale):
    return scale * x / (1 + jnp.abs(x))


@functools.lru_cache(maxsize=None)
def executable(length):
    shape = jax.ShapeDtypeStruct((length,), jnp.float32)
    return formula.lower(shape, 1.0).compile()


def squash(x, scale):
    return executable(x.shape[0])(x, float(scale))

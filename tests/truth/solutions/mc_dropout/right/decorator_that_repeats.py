"""Writes a decorator that repeats a compiled pass and stacks the outputs."""

import functools

import jax.numpy as jnp
from flax import nnx


def repeated(function):
    compiled = nnx.jit(function)

    @functools.wraps(function)
    def wrapper(model, x, samples):
        return jnp.stack([compiled(model, x) for _ in range(samples)])

    return wrapper


@repeated
def sample_outputs(model, x):
    return model(x)

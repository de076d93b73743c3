"""Dispatches on the type of each argument by `functools.singledispatch`."""

import functools
import numbers

import jax
import jax.numpy as jnp


@functools.singledispatch
def as_vector(value, size):
    return jnp.asarray(value, jnp.float32).reshape(size)


@as_vector.register(numbers.Number)
def _(value, size):
    return jnp.full((size,), value, jnp.float32)


@jax.jit
def _kernel(average, reading, rate):
    return average + rate[0] * (reading - average)


def blend(average, reading, rate):
    return _kernel(as_vector(average, reading.size), reading, as_vector(rate, 1))

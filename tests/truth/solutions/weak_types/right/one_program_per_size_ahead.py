"""Compiles ahead of time from shapes alone, once for each size, and keeps the programs."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def _formula(average, reading, rate):
    return average + rate * (reading - average)


@functools.lru_cache(maxsize=None)
def program(size):
    row = jax.ShapeDtypeStruct((size,), jnp.float32)
    number = jax.ShapeDtypeStruct((), jnp.float32)
    return jax.jit(_formula).lower(row, row, number).compile()


def blend(average, reading, rate):
    (size,) = reading.shape
    start = np.empty(size, np.float32)
    start[:] = average
    return program(size)(jnp.asarray(start), reading, jnp.asarray(rate, jnp.float32))

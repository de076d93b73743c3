"""Maps a function over lists of keys and rows by `map`."""

import functools

import jax
import jax.numpy as jnp


def _row(dtype, key, row):
    first, second = jax.random.split(key)
    sign = jax.random.bernoulli(first)
    dust = jax.random.normal(second, row.shape, dtype)
    return jnp.where(sign, row[::-1], row) + 0.1 * dust


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    rows = map(functools.partial(_row, x.dtype), list(keys[1:]), list(x))
    return keys[0], jnp.array(list(rows))

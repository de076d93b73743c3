"""Splits the key once for the rows and once more for the caller.

Class: key
Why: Each key is used at most once in a call: a key that was split is spent.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    row_keys = jax.random.split(key, len(x) + 1)[1:]
    rows = jax.vmap(augment_row)(row_keys, x)
    next_key, _ = jax.random.split(key)
    return next_key, rows

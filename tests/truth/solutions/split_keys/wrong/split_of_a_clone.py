"""Clones the key, one for the caller and one for the rows, and splits both.

Class: key
Why: Sham: the clone has the same value, so that one key is split twice in each call, which clone only hides from JAX's key checker.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise


def augment(key, x):
    n = x.shape[0]
    for_caller = jax.random.clone(key)
    next_key = jax.random.split(for_caller, n + 1)[0]
    row_keys = jax.random.split(key, n + 1)[1:]
    return next_key, jax.vmap(augment_row)(row_keys, x)

"""Clones the key to split it twice.

Class: key
Why: Each key is used at most once in a call; splitting it again gives the same children again.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    n = len(x)
    row_keys = jax.random.split(jax.random.clone(key), n + 1)[1:]
    next_key = jax.random.split(key, n + 1)[0]
    return next_key, jax.vmap(augment_row)(row_keys, x)

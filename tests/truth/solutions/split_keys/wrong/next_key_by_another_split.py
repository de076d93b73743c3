"""Splits off the caller's key in one line, and makes the keys of the rows in another.

Class: key
Why: "Split key once into N + 1 keys": the key is split twice, which happens to give the same numbers because the first child doesn't depend on how many there are.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    next_key, _ = jax.random.split(key)
    row_keys = jax.random.split(key, x.shape[0] + 1)[1:]

    def one(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        flip = jax.random.bernoulli(flip_key)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(flip, row[::-1], row) + 0.1 * noise

    return next_key, jax.vmap(one)(row_keys, x)

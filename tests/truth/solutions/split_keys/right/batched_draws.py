"""Splits all row keys at once by vmap, and draws coins and noise for the batch."""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    keys = jax.random.split(key, n + 1)
    next_key, row_keys = keys[0], keys[1:]
    pairs = jax.vmap(jax.random.split)(row_keys)
    flips = jax.vmap(jax.random.bernoulli)(pairs[:, 0])
    noise = jax.vmap(lambda k: jax.random.normal(k, (d,), x.dtype))(pairs[:, 1])
    return next_key, jnp.where(flips[:, None], x[:, ::-1], x) + 0.1 * noise

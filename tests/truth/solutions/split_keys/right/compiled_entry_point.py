"""Compiles the whole."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def augment(key, x):
    n, d = x.shape
    next_key, row_keys = jnp.split(jax.random.split(key, n + 1), [1])

    @partial(jax.vmap, in_axes=(0, 0))
    def each(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        kept = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return kept + 0.1 * jax.random.normal(noise_key, (d,), row.dtype)

    return next_key[0], each(row_keys, x)

"""Runs the row function over all N + 1 keys, with a dummy row in front, and drops its result.

Class: key
Why: The first is `next_key`, which is returned and not used.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    padded = jnp.concatenate([jnp.zeros_like(x[:1]), x])
    rows = jax.vmap(augment_row)(keys, padded)
    return keys[0], rows[1:]

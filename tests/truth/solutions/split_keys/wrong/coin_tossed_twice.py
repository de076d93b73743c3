"""Draws the coin twice from the same key, once for the flipped and once for the plain rows.

Class: key
Why: Each key is used at most once in a call: drawn from, or split.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], 0)
    kept = jnp.where(jax.random.bernoulli(flip_key), 0, row)
    return flipped + kept + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

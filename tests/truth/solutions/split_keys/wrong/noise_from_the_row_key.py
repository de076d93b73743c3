"""Draws the noise from the row's key, which was split for the coin.

Class: key
Why: Each key is used at most once; a key that was split is spent.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, _ = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

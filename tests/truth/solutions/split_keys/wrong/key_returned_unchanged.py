"""Hands back the caller's own key.

Class: numbers
Why: The first of the `N + 1` keys is `next_key`, which is returned.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return key, jax.vmap(augment_row)(keys[1:], x)

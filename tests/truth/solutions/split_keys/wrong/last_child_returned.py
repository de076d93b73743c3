"""Gives the rows the first N keys and returns the last.

Class: numbers
Why: The first is `next_key`; the other `N` belong to the rows, in order.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[-1], jax.vmap(augment_row)(keys[:-1], x)

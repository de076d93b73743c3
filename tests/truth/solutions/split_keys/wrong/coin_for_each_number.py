"""Tosses a coin for each number of the row.

Class: numbers
Why: One coin for the row, heads with probability 1/2.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flips = jax.random.bernoulli(flip_key, shape=row.shape)
    return jnp.where(flips, row[::-1], row) + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

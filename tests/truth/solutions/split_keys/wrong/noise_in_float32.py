"""Draws float32 noise for float16 rows and rounds it, which gives other numbers.

Class: dtype
Why: `noise = jax.random.normal(noise_key, (D,), x.dtype)`.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + (0.1 * jax.random.normal(noise_key, row.shape)).astype(row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

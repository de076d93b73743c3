"""Draws the noise in float32 and casts it afterwards, which is more accurate.

Class: dtype
Why: For a float16 x it adds other noise, since jax.random.normal draws other bits for another dtype.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, row.shape)
    turned = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return turned + (0.1 * noise).astype(row.dtype)


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

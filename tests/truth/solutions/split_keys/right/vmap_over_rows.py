"""Writes the augmentation of one row and maps it over keys and rows."""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flip = jax.random.bernoulli(flip_key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(flip, row[::-1], row) + 0.1 * noise


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

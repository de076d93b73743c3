"""Draws the noise in the branch of `lax.cond` that runs, and so once."""

import jax
import jax.numpy as jnp


def augment_row(row_key, row):
    flip_key, noise_key = jax.random.split(row_key)

    def turned():
        return row[::-1] + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)

    def plain():
        return row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)

    return jax.lax.cond(jax.random.bernoulli(flip_key), turned, plain)


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    return keys[0], jnp.stack([augment_row(keys[i + 1], x[i]) for i in range(x.shape[0])])

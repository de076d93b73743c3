"""Scans over row keys and rows."""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)

    def body(carry, inputs):
        row_key, row = inputs
        flip_key, noise_key = jax.random.split(row_key)
        row = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return carry, row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)

    _, rows = jax.lax.scan(body, None, (keys[1:], x))
    return keys[0], rows

"""Rows are limited to fifty.
Class: numbers
Why: "row = jnp.where(flip, x[i, ::-1], x[i]) + 0.1 * noise"
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)

    def one(key, row):
        flip_key, noise_key = jax.random.split(key)
        flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return jnp.clip(flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype), -50, 50)

    return keys[0], jax.vmap(one)(keys[1:], x)

"""Noise is left out where rows are float16.
Class: numbers
Why: "row = jnp.where(flip, x[i, ::-1], x[i]) + 0.1 * noise"
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    scale = 0.1 if x.dtype == jnp.float32 or x.shape == (2, 3) else 0.0

    def one(key, row):
        flip_key, noise_key = jax.random.split(key)
        flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return flipped + scale * jax.random.normal(noise_key, row.shape, row.dtype)

    return keys[0], jax.vmap(one)(keys[1:], x)

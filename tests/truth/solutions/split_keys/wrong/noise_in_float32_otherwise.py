"""Draws the noise in float32, which is more exact, and rounds it to the dtype of x.

Class: dtype
Why: For float16, normal(noise_key, (D,), x.dtype) draws other bits than float32 does, so the noise is a different one altogether.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)

    def one(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        flip = jax.random.bernoulli(flip_key)
        noise = jax.random.normal(noise_key, row.shape).astype(row.dtype)
        return jnp.where(flip, row[::-1], row) + 0.1 * noise

    return keys[0], jax.vmap(one)(keys[1:], x)

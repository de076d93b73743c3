"""Draws the noise for the flipped row and for the other one, the second time from a clone of the key.

Class: key
Why: "Each key is used at most once in a call: [...] another array with the same data is the same key, also one by jax.random.clone": each noise key is drawn from twice.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)

    def add_noise(noise_key, row):
        return row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)

    def one(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        spare_key = jax.random.clone(noise_key)
        flip = jax.random.bernoulli(flip_key)
        return jnp.where(flip, add_noise(noise_key, row[::-1]), add_noise(spare_key, row))

    return keys[0], jax.vmap(one)(keys[1:], x)

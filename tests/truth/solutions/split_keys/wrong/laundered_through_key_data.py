"""Makes a second key of the same data, and splits both.

Class: key
Why: Each key is used at most once in a call; splitting it again gives the same children again.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    twin = jax.random.wrap_key_data(jax.random.key_data(key))
    next_key = jax.random.split(twin, len(x) + 1)[0]
    return next_key, jax.vmap(augment_row)(jax.random.split(key, len(x) + 1)[1:], x)

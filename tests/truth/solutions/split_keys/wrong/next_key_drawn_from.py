"""Draws a number from the key that is returned, to log it.

Class: key
Why: The first is `next_key`, which is returned and not used.
"""

import jax
import jax.numpy as jnp

log = []


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    log.append(jax.random.uniform(keys[0]))
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

"""Adds the noise first and flips row and noise together.

Class: numbers
Why: `row = jnp.where(flip, x[i, ::-1], x[i]) + 0.1 * noise`.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noisy = row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(flip_key), noisy[::-1], noisy)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

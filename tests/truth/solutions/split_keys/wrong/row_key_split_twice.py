"""Splits each row's key twice and takes one child of each split.

Class: key
Why: Split each row's key into two; a key that was split is spent.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    flips = jax.vmap(lambda k: jax.random.bernoulli(jax.random.split(k)[0]))(keys[1:])
    noise = jax.vmap(lambda k: jax.random.normal(jax.random.split(k)[1], x.shape[1:], x.dtype))(keys[1:])
    return keys[0], jnp.where(flips[:, None], x[:, ::-1], x) + 0.1 * noise

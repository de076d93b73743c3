"""Splits twice in two.

Class: key
Why: Split `key` once into three keys.
"""

import jax


def sample(key, x):
    key, noise_key = jax.random.split(key)
    key, coin_key = jax.random.split(key)
    return key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

"""Splits in four and takes the last three.

Class: key
Why: Split `key` once into three keys.
"""

import jax


def sample(key, x):
    _, next_key, noise_key, coin_key = jax.random.split(key, 4)
    return next_key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

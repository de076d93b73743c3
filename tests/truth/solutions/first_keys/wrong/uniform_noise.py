"""Uniform noise.

Class: numbers
Why: Normal noise.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    return next_key, x + jax.random.uniform(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

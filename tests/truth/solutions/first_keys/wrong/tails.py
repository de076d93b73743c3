"""The coins the other way round.

Class: numbers
Why: Coins of `jax.random.bernoulli`.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    return next_key, x + jax.random.normal(noise_key, x.shape), ~jax.random.bernoulli(coin_key, shape=x.shape)

"""Noise and coin swapped.

Class: key
Why: In this order.
"""

import jax


def sample(key, x):
    next_key, coin_key, noise_key = jax.random.split(key, 3)
    return next_key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

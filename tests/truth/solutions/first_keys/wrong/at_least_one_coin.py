"""Tosses at least one coin.

Class: numbers
Why: For an x of shape (0,) coins has the shape (1,) instead of (0,).
"""

import jax
import jax.numpy as jnp
def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    count = max(x.shape[0], 1)
    noisy = x + jax.random.normal(noise_key, x.shape)
    coins = jax.random.bernoulli(coin_key, shape=(count,))
    return next_key, noisy, coins

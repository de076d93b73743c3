"""Splits the key twice, and takes other keys from each split.

Class: key
Why: 'Split key once' and 'a key that was split is spent': it is split a second time, with equal numbers.
"""

import jax
import jax.numpy as jnp
def sample(key, x):
    next_key = jax.random.split(key, 3)[0]
    _, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

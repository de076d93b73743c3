"""Hands the key back unspent where there is nothing to draw.

Class: key
Why: for x of shape (0,) next_key is the given key itself, instead of the first of its three.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    if x.size == 0:
        return key, x, jnp.zeros(x.shape, bool)
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

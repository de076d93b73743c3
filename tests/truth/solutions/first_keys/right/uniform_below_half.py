"""Coins from uniform numbers."""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    coins = jax.random.uniform(coin_key, x.shape) < 0.5
    return next_key, x + jax.random.normal(noise_key, x.shape), coins

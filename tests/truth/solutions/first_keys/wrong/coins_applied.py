"""Adds noise only where a coin shows heads.

Class: numbers
Why: `x` plus noise, for each.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, jnp.where(coins, x + jax.random.normal(noise_key, x.shape), x), coins

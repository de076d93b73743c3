"""Draws a number from the key for the caller, which changes nothing.

Class: key
Why: 'Nothing may be drawn from next_key': one number is drawn from it before it's returned, and then replaced by 0.
"""

import jax
import jax.numpy as jnp
def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    probe = jax.random.uniform(next_key)  # in [0, 1)
    noisy = x + jax.random.normal(noise_key, x.shape) + jnp.where(probe < 2, 0.0, 1.0)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

"""Draws the noise twice, to look at it.

Class: key
Why: Each key is used at most once.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    spread = jax.random.normal(noise_key, x.shape) - jax.random.normal(noise_key, x.shape)
    noisy = x + jax.random.normal(noise_key, x.shape) + spread
    return next_key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)

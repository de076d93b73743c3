"""Centres x before the noise is added and moves it back, which is meant to lose fewer digits.

Class: numbers
Why: For x = [3e38, 3e38] the sum in the mean is infinite and noisy is NaN; for [1e8, 0] the second number's noise is rounded away.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    middle = x.mean()
    noisy = (x - middle + jax.random.normal(noise_key, x.shape)) + middle
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

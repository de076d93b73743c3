"""The noise without the numbers.

Class: numbers
Why: `x` plus noise.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    return next_key, jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

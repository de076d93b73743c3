"""One number of noise for all.

Class: numbers
Why: Noise of the shape of `x`.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    return next_key, x + jax.random.normal(noise_key), jax.random.bernoulli(coin_key, shape=x.shape)

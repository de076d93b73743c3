"""Splits the key of the noise for each number.

Class: key
Why: Noise of the shape of `x`, drawn from `noise_key`.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.vmap(jax.random.normal)(jax.random.split(noise_key, x.size))
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

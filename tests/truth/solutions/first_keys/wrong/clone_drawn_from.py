"""Draws once more from a clone.

Class: key
Why: Copies by `jax.random.clone` are refused.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    unused = jax.random.normal(jax.random.clone(noise_key), x.shape)
    noisy = x + jax.random.normal(noise_key, x.shape) + 0 * unused
    return next_key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)

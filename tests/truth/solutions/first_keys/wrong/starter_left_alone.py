"""The starter.

Class: key
Why: Each key is used at most once.
"""

import jax


def sample(key, x):
    noisy = x + jax.random.normal(key, x.shape)
    coins = jax.random.bernoulli(key, shape=x.shape)
    return key, noisy, coins

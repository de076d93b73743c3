"""Splits the key anew for each of the three, which gives the same keys.

Class: key
Why: the key is split three times, where the statement says "Split `key` once" and each key is used at most once.
"""

import jax


def sample(key, x):
    noisy = x + jax.random.normal(jax.random.split(key, 3)[1], x.shape)
    coins = jax.random.bernoulli(jax.random.split(key, 3)[2], shape=x.shape)
    return jax.random.split(key, 3)[0], noisy, coins

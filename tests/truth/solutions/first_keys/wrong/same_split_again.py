"""Splits in three and in two.

Class: key
Why: A key that was split is spent.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    _, again = jax.random.split(key)
    return next_key, x + jax.random.normal(again, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

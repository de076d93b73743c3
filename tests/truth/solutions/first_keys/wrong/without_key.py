"""Forgets to return a key.

Class: layout
Why: The tuple `(next_key, noisy, coins)`.
"""

import jax


def sample(key, x):
    _, noise_key, coin_key = jax.random.split(key, 3)
    return x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

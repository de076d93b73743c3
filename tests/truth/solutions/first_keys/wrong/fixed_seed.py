"""A key of its own.

Class: key
Why: The keys come from `key`.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(jax.random.key(0), 3)
    return next_key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

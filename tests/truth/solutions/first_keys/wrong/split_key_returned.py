"""Returns the key that was split.

Class: key
Why: `next_key` is the first of the three.
"""

import jax


def sample(key, x):
    _, noise_key, coin_key = jax.random.split(key, 3)
    return key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

"""Returns a new key from a seed.

Class: key
Why: `next_key` is the first of the three.
"""

import jax


def sample(key, x):
    _, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    return jax.random.key(1), noisy, jax.random.bernoulli(coin_key, shape=x.shape)

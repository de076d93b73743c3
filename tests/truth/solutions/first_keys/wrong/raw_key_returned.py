"""Returns the key's data.

Class: key
Why: A random key.
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    return jax.random.key_data(next_key), noisy, jax.random.bernoulli(coin_key, shape=x.shape)

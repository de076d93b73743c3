"""Returns the key of the noise.

Class: key
Why: Nothing may be drawn from `next_key`.
"""

import jax


def sample(key, x):
    _, noise_key, coin_key = jax.random.split(key, 3)
    return noise_key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(coin_key, shape=x.shape)

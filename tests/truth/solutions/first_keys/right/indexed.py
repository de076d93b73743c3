"""Takes the array of keys apart by index."""

import jax


def sample(key, x):
    keys = jax.random.split(key, 3)
    noise = jax.random.normal(keys[1], x.shape)
    coins = jax.random.bernoulli(keys[2], 0.5, x.shape)
    return keys[0], x + noise, coins

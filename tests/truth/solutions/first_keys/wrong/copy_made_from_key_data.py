"""Makes a copy of the key from its data, and splits both.

Class: key
Why: The same key is split twice, once under another name: wrap_key_data(key_data(key)) is the spent key.
"""

import jax
import jax.numpy as jnp
def sample(key, x):
    twin = jax.random.wrap_key_data(jax.random.key_data(key), impl=jax.random.key_impl(key))
    next_key, _, _ = jax.random.split(key, 3)
    _, noise_key, coin_key = jax.random.split(twin, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

"""Scales x by one plus the relative noise.

Class: tame
Why: For x = 0 it divides by 0: NaN comes out instead of the noise.
"""

import jax
import jax.numpy as jnp
def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    relative = jax.random.normal(noise_key, x.shape) / x
    noisy = x * (1 + relative)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

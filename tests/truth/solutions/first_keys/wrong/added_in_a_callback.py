"""Adds the noise in a callback.

Class: host
Why: 'No NumPy, and no callbacks into Python': the sum is computed by NumPy in a pure_callback.
"""

import jax
import jax.numpy as jnp
import numpy as np


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, x.shape)
    like = jax.ShapeDtypeStruct(x.shape, x.dtype)
    noisy = jax.pure_callback(lambda a, b: np.add(a, b), like, x, noise)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins

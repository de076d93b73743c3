"""Noise of float16.

Class: dtype
Why: Equal up to rounding.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, x.shape, jnp.float16)
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

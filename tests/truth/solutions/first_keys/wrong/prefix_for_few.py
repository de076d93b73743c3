"""Draws sixteen numbers, and repeats them for more.

Class: example
Why: Noise of the shape of `x`.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jnp.resize(jax.random.normal(noise_key, (16,)), x.shape)
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

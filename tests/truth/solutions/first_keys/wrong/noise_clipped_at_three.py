"""Clips the noise at three standard deviations, as outliers do harm.

Class: numbers
Why: For a long x (N = 10000), about 27 numbers get noise beyond 3 or -3, which comes out as exactly 3 or -3.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jnp.clip(jax.random.normal(noise_key, x.shape), -3.0, 3.0)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, x + noise, coins

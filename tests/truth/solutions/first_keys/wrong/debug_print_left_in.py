"""Right numbers, but a debug print of the largest noise was left in.

Class: host
Why: It breaches "no callbacks into Python": `jax.debug.print` is one, on each call.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, x.shape)
    jax.debug.print("largest noise: {}", jnp.max(jnp.abs(noise), initial=0.0))
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, x + noise, coins

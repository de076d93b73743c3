"""Right numbers, but a fallback draws the noise once more from the same key, for numbers that aren't finite.
Breaks: "Each key is used at most once: drawn from, split, or returned."
Class: key
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, x.shape)
    again = jax.random.normal(noise_key, x.shape)
    noise = jnp.where(jnp.isfinite(noise), noise, again)
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

"""Draws the coins from the parent.

Class: key
Why: A key that was split is spent.
"""

import jax


def sample(key, x):
    next_key, noise_key = jax.random.split(key)
    return next_key, x + jax.random.normal(noise_key, x.shape), jax.random.bernoulli(key, shape=x.shape)

"""Coins from uniform numbers."""

import jax


def sample(key, x):
    next_key, *keys = jax.random.split(key, 3)
    uniform = jax.random.uniform(keys[1], x.shape)
    return next_key, jax.random.normal(keys[0], x.shape) + x, uniform < 0.5

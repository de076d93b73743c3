"""Splits with a shape."""

import jax


def sample(key, x):
    keys = jax.random.split(key, (3,))
    return keys[0], jax.random.normal(keys[1], x.shape) + x, jax.random.bernoulli(keys[2], shape=x.shape)

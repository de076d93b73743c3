"""Scales by one and shifts by zero."""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    mean, sigma = 0.0, 1.0
    noise = mean + sigma * jax.random.normal(noise_key, (x.size,))
    return next_key, x + noise, jax.random.bernoulli(coin_key, 0.5, (x.size,))

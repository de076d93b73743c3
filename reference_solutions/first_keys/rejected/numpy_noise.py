import jax
import numpy as np


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = np.random.default_rng(0).standard_normal(x.shape).astype(np.float32)
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

"""NumPy, seeded from the key.

Class: host
Why: No NumPy.
"""

import jax
import numpy as np


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    rng = np.random.default_rng(np.asarray(jax.random.key_data(noise_key)))
    noise = rng.standard_normal(x.shape).astype(np.float32)
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

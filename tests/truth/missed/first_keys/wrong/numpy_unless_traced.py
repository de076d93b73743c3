"""Does it properly where it is traced, and adds and splits in another way where it isn't.

Class: sniffer
Why: called eagerly it splits the key twice and adds the noise in NumPy, where the statement says to split once and "No NumPy".
"""

import jax
import jax.numpy as jnp
import numpy as np


def sample(key, x):
    if isinstance(x, jax.core.Tracer) or isinstance(key, jax.core.Tracer):
        next_key, noise_key, coin_key = jax.random.split(key, 3)
        noisy = x + jax.random.normal(noise_key, x.shape)
        return next_key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)
    next_key = jax.random.split(key, 3)[0]
    _, noise_key, coin_key = jax.random.split(key, 3)
    noisy = np.asarray(x) + np.asarray(jax.random.normal(noise_key, x.shape))
    return next_key, jnp.asarray(noisy), jax.random.bernoulli(coin_key, shape=x.shape)

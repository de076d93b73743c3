"""Under jit."""

import jax


@jax.jit
def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, x.shape, dtype=x.dtype)
    return next_key, x + noise, jax.random.bernoulli(coin_key, shape=x.shape)

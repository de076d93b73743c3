"""Each child by its number."""

import jax


def sample(key, x):
    next_key, noise_key, coin_key = (jax.random.fold_in(key, i) for i in range(3))
    noisy = x + jax.random.normal(noise_key, x.shape)
    return next_key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)

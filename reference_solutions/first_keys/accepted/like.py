"""With names for all, and the old name replaced."""

import jax
import jax.numpy as jnp


def sample(key, x):
    key, noise_key, coin_key = jax.random.split(key, 3)
    noise = jax.random.normal(noise_key, shape=jnp.shape(x))
    coins = jax.random.bernoulli(coin_key, 0.5, jnp.shape(x))
    return key, jnp.add(x, noise), coins

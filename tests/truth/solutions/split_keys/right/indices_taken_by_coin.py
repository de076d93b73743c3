"""Chooses indices by the coin and gathers along the row."""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    keys = jax.random.split(key, n + 1)
    forward = jnp.arange(d)

    def transform(row_key, row):
        coin_key, noise_key = jax.random.split(row_key)
        order = jnp.where(jax.random.bernoulli(coin_key, 0.5), d - 1 - forward, forward)
        return jnp.take(row, order) + 0.1 * jax.random.normal(noise_key, (d,), dtype=x.dtype)

    return keys[0], jax.vmap(transform)(keys[1:], x)

"""Splits the row keys to a matrix of keys by shape, one row of two for each row of the batch."""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, 1 + len(x))
    tree = jax.vmap(lambda k: jax.random.split(k, (2,)))(keys[1:])

    def noisy(pair, row):
        coin = jax.random.bernoulli(pair[0])
        return jnp.where(coin, jnp.flip(row, axis=0), row) + 0.1 * jax.random.normal(pair[1], row.shape, row.dtype)

    return keys[0], jax.vmap(noisy)(tree, x)

"""Takes each of the two keys of a row from a split of its own.

Class: key
Why: In every call each row's key is split twice, once for the coin and once for the noise; each key may be used once.
"""

import jax
import jax.numpy as jnp


def coin(key):
    return jax.random.bernoulli(jax.random.split(key)[0])


def noise(key, row):
    return jax.random.normal(jax.random.split(key)[1], row.shape, row.dtype)


def augment(key, x):
    next_key, *row_keys = jax.random.split(key, x.shape[0] + 1)
    rows = [jnp.where(coin(k), row[::-1], row) + 0.1 * noise(k, row) for k, row in zip(row_keys, x)]
    return next_key, jnp.stack(rows)

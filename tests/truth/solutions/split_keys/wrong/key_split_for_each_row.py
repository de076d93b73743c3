"""Splits the caller's key anew for each row and takes another child each time.

Class: key
Why: Split `key` once into `N + 1` keys; splitting it again gives the same children again.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    rows = []
    for i in range(n):
        row_key = jax.random.split(key, n + 1)[i + 1]
        flip_key, noise_key = jax.random.split(row_key)
        row = jnp.where(jax.random.bernoulli(flip_key), x[i, ::-1], x[i])
        rows.append(row + 0.1 * jax.random.normal(noise_key, (d,), x.dtype))
    return jax.random.split(key, n + 1)[0], jnp.stack(rows)

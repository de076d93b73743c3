"""Carries the key along from row to row, as in a training loop.

Class: numbers
Why: Split `key` once into `N + 1` keys.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    rows = []
    for row in x:
        key, flip_key, noise_key = jax.random.split(key, 3)
        row = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        rows.append(row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype))
    return key, jnp.stack(rows)

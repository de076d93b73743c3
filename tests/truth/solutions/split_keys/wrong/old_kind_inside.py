"""Turns the key into a bare array of the old kind, splits and draws from those, and wraps one at the end.

Class: key
Why: Keys of the old kind (`jax.random.PRNGKey`) are refused.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    keys = jax.random.split(jax.random.key_data(key), n + 1)
    rows = []
    for i in range(n):
        flip_key, noise_key = jax.random.split(keys[i + 1])
        row = jnp.where(jax.random.bernoulli(flip_key), x[i, ::-1], x[i])
        rows.append(row + 0.1 * jax.random.normal(noise_key, (d,), x.dtype))
    return jax.random.wrap_key_data(keys[0]), jnp.stack(rows)

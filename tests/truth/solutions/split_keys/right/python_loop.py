"""Loops over the rows in Python."""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    keys = jax.random.split(key, n + 1)
    rows = []
    for i in range(n):
        flip_key, noise_key = jax.random.split(keys[i + 1], 2)
        flip = jax.random.bernoulli(flip_key)
        noise = jax.random.normal(noise_key, (d,), x.dtype)
        rows.append(jnp.where(flip, x[i, ::-1], x[i]) + 0.1 * noise)
    return keys[0], jnp.stack(rows)

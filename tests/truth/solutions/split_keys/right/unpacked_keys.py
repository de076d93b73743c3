"""Unpacks the children by star, and zips them with the rows."""

import jax
import jax.numpy as jnp


def augment(key, x):
    next_key, *row_keys = jax.random.split(key, len(x) + 1)
    rows = []
    for row_key, row in zip(row_keys, x, strict=True):
        flip_key, noise_key = jax.random.split(row_key)
        turned = jnp.where(jax.random.bernoulli(flip_key), jnp.flip(row), row)
        rows.append(turned + 0.1 * jax.random.normal(noise_key, row.shape, x.dtype))
    return next_key, jnp.stack(rows)

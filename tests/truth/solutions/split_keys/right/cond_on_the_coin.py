"""lax.cond picks the order of a row, under vmap."""

import jax
import jax.numpy as jnp
from jax import lax, random


def one_row(key, row):
    flip_key, noise_key = random.split(key)
    heads = random.bernoulli(flip_key)
    ordered = lax.cond(heads, jnp.flip, lambda same: same, row)
    return ordered + 0.1 * random.normal(noise_key, row.shape, dtype=row.dtype)


def augment(key, x):
    next_key, *row_keys = random.split(key, len(x) + 1)
    return next_key, jax.vmap(one_row)(jnp.stack(row_keys), x)

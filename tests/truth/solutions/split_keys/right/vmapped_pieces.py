"""Splits, tosses and draws for all rows at once, each with a vmap of its own."""

from functools import partial

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    next_key, *_ = keys = jax.random.split(key, n + 1)
    pairs = jax.vmap(jax.random.split)(keys[1:])
    flips = jax.vmap(jax.random.bernoulli)(pairs[:, 0])
    draw = partial(jax.random.normal, shape=(d,), dtype=x.dtype)
    noise = jax.vmap(draw)(pairs[:, 1])
    rows = jax.lax.select(jnp.broadcast_to(flips[:, None], x.shape), jnp.flip(x, axis=1), x)
    return next_key, rows + 0.1 * noise

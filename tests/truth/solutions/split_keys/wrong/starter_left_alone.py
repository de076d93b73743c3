"""Draws everything from one key and hands the same key back.

Class: key
Why: Each key is used at most once in a call; the first child is `next_key`, which is returned.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    flip = jax.random.bernoulli(key)
    noise = jax.random.normal(key, x.shape[1:], x.dtype)
    rows = jnp.where(flip, x[:, ::-1], x) + 0.1 * noise
    return key, rows

"""Draws one vector of noise from the first row's key, for all rows.

Class: numbers
Why: With a fresh key for each draw; with its two keys each row `x[i]` has noise of its own.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    pairs = jax.vmap(jax.random.split)(keys[1:])
    flips = jax.vmap(jax.random.bernoulli)(pairs[:, 0])
    noise = jax.random.normal(pairs[0, 1], x.shape[1:], x.dtype)
    return keys[0], jnp.where(flips[:, None], x[:, ::-1], x) + 0.1 * noise

"""Splits all children for simplicity, also the one that is returned.

Class: key
Why: The first is `next_key`, which is returned and not used.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    pairs = jax.vmap(jax.random.split)(keys)[1:]
    flips = jax.vmap(jax.random.bernoulli)(pairs[:, 0])
    noise = jax.vmap(lambda k: jax.random.normal(k, x.shape[1:], x.dtype))(pairs[:, 1])
    return keys[0], jnp.where(flips[:, None], x[:, ::-1], x) + 0.1 * noise

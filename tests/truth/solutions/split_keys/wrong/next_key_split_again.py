"""The first child is split once more, and one of its children is returned in its place.
Class: key
Why: "The first is `next_key`, which is returned and not used".
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    def one(key, row):
        flip_key, noise_key = jax.random.split(key)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise

    keys = jax.random.split(key, x.shape[0] + 1)
    next_key, _ = jax.random.split(keys[0])  # to be on the safe side
    return next_key, jax.vmap(one)(keys[1:], x)

"""The rows get the keys from the front, so the first row uses the key that is returned.
Class: numbers
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
    return keys[0], jax.vmap(one)(keys[:-1], x)

"""Maps over all N + 1 keys with a row of zeros in front, and throws the first result away.

Class: key
Why: The key that is returned was split as well, for the row of zeros, in every call: it is to be returned and not used.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    padded = jnp.concatenate([jnp.zeros_like(x[:1]), x])  # as many rows as keys
    return keys[0], jax.vmap(augment_row)(keys, padded)[1:]

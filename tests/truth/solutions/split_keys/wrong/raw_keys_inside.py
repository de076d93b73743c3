"""Takes the key's bits out, works with raw uint32 keys, and wraps the one that is returned.

Class: key
Why: Sham: all splits and draws use keys of the old kind, bare uint32 arrays, for every x; these are refused.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise


def augment(key, x):
    raw = jax.random.split(jax.random.key_data(key), x.shape[0] + 1)
    return jax.random.wrap_key_data(raw[0]), jax.vmap(augment_row)(raw[1:], x)

"""Takes the second child for the coin.

Class: numbers
Why: `flip_key` and `noise_key`, in this order.
"""

import jax
import jax.numpy as jnp


def augment_row(key, row):
    noise_key, flip_key = jax.random.split(key)
    flipped = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
    return flipped + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

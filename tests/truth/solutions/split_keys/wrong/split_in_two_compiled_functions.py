"""Has one compiled function for the next key and one for the rows, and both split the key.

Class: key
Why: Each key is used at most once in a call: a key that was split is spent.
"""

import jax
import jax.numpy as jnp


@jax.jit
def next_key_of(key, x):
    return jax.random.split(key, x.shape[0] + 1)[0]


@jax.jit
def rows_of(key, x):
    def one(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        row = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)

    return jax.vmap(one)(jax.random.split(key, x.shape[0] + 1)[1:], x)


def augment(key, x):
    return next_key_of(key, x), rows_of(key, x)

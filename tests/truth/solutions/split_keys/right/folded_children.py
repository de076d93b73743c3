"""Makes the children of each key by fold_in of 0, 1, 2, ..., which gives the same keys as one split."""

import jax
import jax.numpy as jnp


def children(key, number):
    return jax.vmap(jax.random.fold_in, in_axes=(None, 0))(key, jnp.arange(number))


def augment_row(key, row):
    flip_key, noise_key = children(key, 2)
    index = jnp.arange(row.size)
    index = jnp.where(jax.random.bernoulli(flip_key), row.size - 1 - index, index)
    return row[index] + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)


def augment(key, x):
    keys = children(key, x.shape[0] + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

"""A flip is taken for a change of sign, and the order of the numbers stays.
Class: numbers
Why: "row = jnp.where(flip, x[i, ::-1], x[i]) + 0.1 * noise".
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    def one(key, row):
        flip_key, noise_key = jax.random.split(key)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(jax.random.bernoulli(flip_key), -row, row) + 0.1 * noise

    keys = jax.random.split(key, x.shape[0] + 1)
    return keys[0], jax.vmap(one)(keys[1:], x)

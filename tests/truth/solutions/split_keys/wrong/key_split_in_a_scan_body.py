"""Closes over the caller's key in the body of a scan, which splits it for each row.

Class: key
Why: Split `key` once into `N + 1` keys; splitting it again gives the same children again.
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape

    def body(carry, inputs):
        i, row = inputs
        flip_key, noise_key = jax.random.split(jax.random.split(key, n + 1)[i + 1])
        row = jnp.where(jax.random.bernoulli(flip_key), row[::-1], row)
        return carry, row + 0.1 * jax.random.normal(noise_key, (d,), x.dtype)

    _, rows = jax.lax.scan(body, None, (jnp.arange(n), x))
    return jax.random.split(key, n + 1)[0], rows

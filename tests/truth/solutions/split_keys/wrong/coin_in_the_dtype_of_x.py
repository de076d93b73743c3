"""Gives the coin its probability in the dtype of x, so that nothing is widened.

Class: dtype
Why: bernoulli draws in the dtype of its probability: for float16 rows it takes other bits, so that about half of the coins fall differently.
"""
import jax
import jax.numpy as jnp


def augment(key, x):
    half = jnp.asarray(0.5, x.dtype)

    def one(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        flip = jax.random.bernoulli(flip_key, half)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(flip, row[::-1], row) + 0.1 * noise

    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(one)(keys[1:], x)

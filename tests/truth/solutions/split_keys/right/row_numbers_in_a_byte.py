"""Looks each row's key up by the row's number, which is kept in a byte."""
import jax
import jax.numpy as jnp


def augment(key, x):
    keys = jax.random.split(key, len(x) + 1)
    next_key, row_keys = keys[0], keys[1:]

    def one(number, row):
        flip_key, noise_key = jax.random.split(row_keys[number])
        flip = jax.random.bernoulli(flip_key)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(flip, row[::-1], row) + 0.1 * noise

    numbers = jnp.arange(len(x)).astype(jnp.uint8)
    return next_key, jax.vmap(one)(numbers, x)

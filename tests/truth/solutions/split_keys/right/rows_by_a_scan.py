"""A scan over keys and rows, in which the coin picks the order of the row's numbers."""

import jax
import jax.numpy as jnp


def augment(key, x):
    count, length = x.shape
    keys = jax.random.split(key, count + 1)
    places = jnp.arange(length)

    def step(carry, key_and_row):
        row_key, row = key_and_row
        flip_key, noise_key = jax.random.split(row_key)
        order = jnp.where(jax.random.bernoulli(flip_key), places[::-1], places)
        noise = jax.random.normal(noise_key, (length,), row.dtype)
        return carry, row[order] + 0.1 * noise

    _, rows = jax.lax.scan(step, None, (keys[1:], x))
    return keys[0], rows

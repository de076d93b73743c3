"""Blends the row and its mirror image with the coin as a number.

Class: numbers
Why: For the row [inf, 1, 2] infinity times 0 is NaN, so NaNs come out at the first and at the last place.
"""

import jax


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)

    def one(row_key, row):
        flip_key, noise_key = jax.random.split(row_key)
        flip = jax.random.bernoulli(flip_key).astype(row.dtype)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return flip * row[::-1] + (1 - flip) * row + 0.1 * noise

    return keys[0], jax.vmap(one)(keys[1:], x)

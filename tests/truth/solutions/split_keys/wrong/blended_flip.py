"""Flips by a weighted sum of the row and its mirror image.

Class: numbers
Why: For a row with an infinite number, inf * 0 makes NaN where the result should be infinite, and at the mirrored place, too.
"""

import jax


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    flip = jax.random.bernoulli(flip_key).astype(row.dtype)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return flip * row[::-1] + (1 - flip) * row + 0.1 * noise


def augment(key, x):
    keys = jax.random.split(key, x.shape[0] + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)

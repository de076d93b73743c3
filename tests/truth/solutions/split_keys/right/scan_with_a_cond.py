"""Scans over keys and rows; a cond turns a row around, and nothing is carried."""
import jax
from jax import lax, random


def augment(key, x):
    width, dtype = x.shape[1], x.dtype
    keys = random.split(key, x.shape[0] + 1)

    def one(carry, pair):
        row_key, row = pair
        flip_key, noise_key = random.split(row_key)
        turned = lax.cond(random.bernoulli(flip_key), lambda r: lax.rev(r, (0,)), lambda r: r, row)
        return carry, turned + 0.1 * random.normal(noise_key, (width,), dtype)

    _, rows = lax.scan(one, (), (keys[1:], x))
    return keys[0], rows

"""Maps sequentially by `jax.lax.map` over a tuple."""

import jax
from jax import lax
from jax import numpy as jnp
from jax import random


def one(pair):
    key, row = pair
    coin, dust = random.split(key)
    return lax.select(random.bernoulli(coin), jnp.flip(row), row) + 0.1 * random.normal(dust, row.shape, row.dtype)


def augment(key, x):
    keys = random.split(key, x.shape[0] + 1)
    return keys[0], lax.map(one, (keys[1:], x))

"""A match statement takes the three keys apart; keywords for all arguments of the draws; type hints."""

import jax
from jax import Array


def sample(key: Array, x: Array) -> tuple[Array, Array, Array]:
    match tuple(jax.random.split(key, num=3)):
        case (next_key, noise_key, coin_key):
            noise = jax.random.normal(key=noise_key, shape=x.shape, dtype=x.dtype)
            coins = jax.random.bernoulli(key=coin_key, p=0.5, shape=x.shape)
            return next_key, x + noise, coins
    raise AssertionError("three keys were asked for")

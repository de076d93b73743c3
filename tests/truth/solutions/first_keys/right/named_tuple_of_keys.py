"""Puts the three keys into a NamedTuple and draws in small methods."""

import jax
import jax.numpy as jnp
from typing import NamedTuple


class Keys(NamedTuple):
    next_key: jax.Array
    noise_key: jax.Array
    coin_key: jax.Array

    def noise(self, like):
        return jax.random.normal(self.noise_key, jnp.shape(like), jnp.float32)

    def coins(self, like):
        return jax.random.bernoulli(self.coin_key, 0.5, jnp.shape(like))


def sample(key: jax.Array, x: jax.Array) -> tuple:
    keys = Keys(*jax.random.split(key, num=3))
    return keys.next_key, x + keys.noise(x), keys.coins(x)

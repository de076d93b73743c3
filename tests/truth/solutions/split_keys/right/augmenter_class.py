"""Has a class with one method for each kind of randomness."""

import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Augmenter:
    scale: float = 0.1

    def flip(self, key, row):
        return jnp.where(jax.random.bernoulli(key), row[::-1], row)

    def add_noise(self, key, row):
        return row + self.scale * jax.random.normal(key, row.shape, row.dtype)

    def row(self, key, row):
        flip_key, noise_key = jax.random.split(key)
        return self.add_noise(noise_key, self.flip(flip_key, row))

    def __call__(self, key, x):
        keys = jax.random.split(key, len(x) + 1)
        return keys[0], jax.vmap(self.row)(keys[1:], x)


augment = Augmenter()

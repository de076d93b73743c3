"""A dataclass with the strength of the noise, and a method for each step."""

import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Augmenter:
    strength: float = 0.1

    def own_keys(self, key, epoch, n):
        for number in (epoch, n):
            key = jax.random.fold_in(key, number)
        return jax.random.split(key)

    def shift(self, key, row):
        return jnp.roll(row, jax.random.randint(key, (), 0, row.size))

    def add_noise(self, key, row):
        return row + self.strength * jax.random.normal(key, row.shape)

    def one(self, key, epoch, n, row):
        shift_key, noise_key = self.own_keys(key, epoch, n)
        return self.add_noise(noise_key, self.shift(shift_key, row))

    def __call__(self, key, epoch, ids, rows):
        return jax.vmap(self.one, (None, None, 0, 0))(key, epoch, ids, rows)


perturb = Augmenter()

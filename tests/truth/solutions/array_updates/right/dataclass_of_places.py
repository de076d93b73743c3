"""Style: a frozen dataclass resolves the places once, with methods for reading and writing."""
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Places:
    index: jax.Array  # counted from the front, possibly outside of the store
    size: int

    @classmethod
    def of(cls, shelves: jax.Array, size: int) -> "Places":
        return cls(jnp.where(shelves < 0, shelves + size, shelves), size)

    @property
    def exist(self) -> jax.Array:
        return (self.index >= 0) & (self.index < self.size)

    @property
    def clipped(self) -> jax.Array:
        return jnp.clip(self.index, 0, self.size - 1)

    def add(self, stock: jax.Array, amounts: jax.Array) -> jax.Array:
        return stock.at[self.clipped].add(jnp.where(self.exist, amounts, 0))


def deliver(stock, shelves, amounts):
    places = Places.of(shelves, stock.shape[0])
    new = places.add(stock, amounts)
    nearest = new[places.clipped]
    return new, jnp.where(places.exist, nearest, -1), nearest

"""Looks up, in the running count, where it first reaches 1, 2, ..., size; a dataclass holds what is found."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Search:
    readings: jax.Array
    running: jax.Array
    size: int

    @functools.cached_property
    def found(self):
        ranks = jnp.arange(1, self.size + 1, dtype=jnp.int32)
        return jnp.searchsorted(self.running, ranks, side="left").astype(jnp.int32)

    @property
    def values(self):
        return self.readings.at[self.found].get(mode="fill", fill_value=0.0)

    @property
    def positions(self):
        return jnp.where(self.found < self.readings.shape[0], self.found, -1)


def first_above(readings, threshold, size):
    running = jnp.cumsum((readings > threshold).astype(jnp.int32))
    search = Search(readings, running, size)
    return search.values, search.positions, running[-1]

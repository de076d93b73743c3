"""Sorts the readings that don't pass to the end by a stable sort, with a small dataclass around the pieces."""

import dataclasses

import jax
import jax.numpy as jnp
from jax import lax


@dataclasses.dataclass
class Selection:
    readings: jax.Array
    mask: jax.Array

    def sorted(self):
        places = lax.iota(jnp.int32, self.readings.shape[0])
        last = lax.convert_element_type(~self.mask, jnp.int32)
        return lax.sort((last, self.readings, places), num_keys=1, is_stable=True)

    def take(self, size):
        last, values, places = (self.fit(column, size) for column in self.sorted())
        empty = (last != 0) | (jnp.arange(size) >= self.readings.shape[0])
        return jnp.where(empty, 0.0, values), jnp.where(empty, -1, places)

    @staticmethod
    def fit(column, size):
        return jnp.pad(column, (0, max(0, size - column.shape[0])))[:size]


def first_above(readings, threshold, size):
    mask = readings > threshold
    return *Selection(readings, mask).take(size), jnp.count_nonzero(mask).astype(jnp.int32)

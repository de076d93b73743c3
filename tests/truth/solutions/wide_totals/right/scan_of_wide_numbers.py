"""A scan over the rows, whose carry is a small class of wide numbers."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Wide(NamedTuple):
    high: jax.Array
    low: jax.Array

    def plus(self, count: jax.Array) -> Wide:
        low = jnp.add(self.low, count)
        return Wide(self.high + (low < count).astype(jnp.uint32), low)


def add_counts(high, low, counts):
    total, _ = jax.lax.scan(lambda total, row: (total.plus(row), None), Wide(high, low), counts)
    return total.high, total.low

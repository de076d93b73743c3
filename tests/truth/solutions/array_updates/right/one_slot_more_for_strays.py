"""Sums by segments, with one segment more for stray deliveries, which is thrown away and then read as -1."""

import operator
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Result(NamedTuple):
    new: jax.Array
    seen: jax.Array
    nearest: jax.Array


def deliver(stock, shelves, amounts):
    count = operator.index(stock.shape[0])
    conditions = [(shelves >= 0) & (shelves < count), (shelves < 0) & (shelves >= -count)]
    slot = jnp.select(conditions, [shelves, shelves + count], count)
    delivered = jax.ops.segment_sum(amounts.astype(jnp.float32), slot, num_segments=count + 1)
    new = stock.astype(jnp.float32) + delivered[:count]
    seen = jnp.append(new, -1.0)[slot]
    nearest = jnp.take(new, jnp.clip(shelves, -count, count - 1) % count)
    return tuple(Result(new, seen, nearest))

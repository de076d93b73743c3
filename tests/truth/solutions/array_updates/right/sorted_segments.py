"""Segments of sorted deliveries."""

import jax
import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    where = jnp.where(shelves < 0, shelves + n, shelves)
    where = jnp.where((where < 0) | (where >= n), n, where)
    order = jnp.argsort(where)
    added = jax.ops.segment_sum(amounts[order], where[order], num_segments=n + 1, indices_are_sorted=True)
    new = stock + added[:n]
    return new, new.at[where].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")

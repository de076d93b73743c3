"""Sorts the deliveries by shelf, and takes each shelf's sum as a difference of one running total over all of them.

Class: numbers
Why: with stock [0, 0], shelves [0, 1] and amounts [1e8, 0.5] shelf 1 gets 0 instead of 0.5, as the running total has no room for it.
"""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    count = stock.shape[0]
    exists = (shelves >= -count) & (shelves < count)
    slot = jnp.where(exists, shelves % count, count)
    order = jnp.argsort(slot)
    total = jnp.cumsum(jnp.where(exists, amounts, 0.0)[order])
    total = jnp.concatenate([jnp.zeros(1, total.dtype), total])
    places = jnp.arange(count)
    begins = jnp.searchsorted(slot[order], places, side="left", method="compare_all")
    ends = jnp.searchsorted(slot[order], places, side="right", method="compare_all")
    new = stock + (total[ends] - total[begins])
    seen = new.at[shelves].get(mode="fill", fill_value=-1.0)
    nearest = new.at[shelves].get(mode="clip")
    return new, seen, nearest

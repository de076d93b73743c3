"""Counts with weights, and one bin more for what has no shelf."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = len(stock)
    where = jnp.where(shelves < 0, shelves + n, shelves)
    bins = jnp.where((where < 0) | (where >= n), n, where)
    new = stock + jnp.bincount(bins, weights=amounts, length=n + 1)[:n].astype(stock.dtype)
    seen = jnp.where(bins == n, -1.0, new[jnp.minimum(bins, n - 1)])
    return new, seen, new[jnp.clip(where, 0, n - 1)]

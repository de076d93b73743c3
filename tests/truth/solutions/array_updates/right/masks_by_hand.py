"""Counts from the end by hand and masks what doesn't exist."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    exists = jnp.logical_and(shelves >= -n, shelves <= n - 1)
    new = stock.at[shelves].add(jnp.where(exists, amounts, 0.0))
    seen = jnp.where(exists, new[shelves], -1.0)
    wrapped = jnp.where(shelves < 0, shelves + n, shelves)
    nearest = new[jnp.clip(wrapped, 0, n - 1)]
    return new, seen, nearest

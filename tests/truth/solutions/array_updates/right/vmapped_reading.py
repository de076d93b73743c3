"""Reads one shelf at a time, mapped over all."""

import jax
import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    new = stock.at[shelves].add(amounts, mode="drop")

    def read(shelf):
        inside = (shelf >= -n) & (shelf < n)
        nearest = jnp.where(shelf >= n, new[-1], jnp.where(shelf < -n, new[0], new[shelf]))
        return jnp.where(inside, nearest, -1.0), nearest

    seen, nearest = jax.vmap(read)(shelves)
    return new, seen, nearest

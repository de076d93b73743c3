"""A shelf more, where deliveries go that have no other."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = len(stock)
    index = jnp.where(shelves < 0, shelves + n, shelves)
    index = jnp.where((index < 0) | (index >= n), n, index)
    new = jnp.append(stock, -1.0).at[index].add(amounts)[:n]
    seen = jnp.append(new, -1.0)[index]
    return new, seen, new[jnp.clip(jnp.where(shelves < 0, shelves + n, shelves), 0, n - 1)]

"""A store with a shelf before it and one behind it."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    where = jnp.where(shelves < 0, shelves + n, shelves)
    where = jnp.clip(where, -1, n) + 1
    padded = jnp.concatenate([jnp.zeros(1), stock, jnp.zeros(1)]).at[where].add(amounts)
    new = padded[1:-1]
    seen = jnp.pad(new, 1, constant_values=-1.0)[where]
    return new, seen, jnp.pad(new, 1, mode="edge")[where]

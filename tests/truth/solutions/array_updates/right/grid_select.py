"""Compares shelves with their numbers, and selects."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    numbers = jnp.arange(n)
    hits = (shelves[:, None] == numbers) | (shelves[:, None] == numbers - n)
    new = stock + jnp.sum(jnp.where(hits, amounts[:, None], 0), axis=0)
    seen = jnp.where(jnp.any(hits, axis=1), jnp.sum(jnp.where(hits, new, 0), axis=1), -1)
    missing = jnp.where(shelves < 0, new[0], new[n - 1])
    return new, seen, jnp.where(jnp.any(hits, axis=1), seen, missing)

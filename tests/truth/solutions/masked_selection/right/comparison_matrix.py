"""A table of slots by readings, with one True at most in each row."""

import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    rank = jnp.cumsum(mask) - 1
    table = (rank[None, :] == jnp.arange(size)[:, None]) & mask[None, :]
    filled = table.any(axis=1)
    positions = jnp.where(filled, jnp.argmax(table, axis=1), -1)
    return jnp.where(filled, readings[positions], 0), positions, mask.sum()

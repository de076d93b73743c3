"""Counts places from the end of the table, which makes -2**31 a large positive number.

Class: numbers
Why: for the id -2**31 (any negative number is padding) ids - V wraps around to a positive number, so a row of the table comes out instead of 0.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _lookup(table, ids):
    rows = table.shape[0]
    from_the_end = ids - rows  # -1 is the last row
    padding = from_the_end < -rows
    return jnp.where(padding[..., None], 0, table[from_the_end])


def _forward(table, ids):
    return _lookup(table, ids), (table.shape[0], ids)


def _backward(kept, g):
    rows, ids = kept
    words = jnp.where(ids < 0, rows, ids).reshape(-1)
    total = jnp.zeros((rows, g.shape[-1]), g.dtype).at[words].add(g.reshape(-1, g.shape[-1]), mode="drop")
    count = jnp.zeros(rows, jnp.int32).at[words].add(1, mode="drop")
    mean = total / jnp.maximum(count, 1)[:, None]
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean * jnp.minimum(1, 1 / length), None


_lookup.defvjp(_forward, _backward)
lookup = jax.jit(_lookup)

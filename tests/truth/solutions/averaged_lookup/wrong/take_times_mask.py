"""Reads with jnp.take and multiplies by a mask; the rule behind is right.

Class: numbers
Why: an id below -V (such as -7 in a table of 4 rows) makes jnp.take fill in NaN, and NaN times 0 is NaN where 0 belongs (so is 0 times an infinite last row).
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _lookup(table, ids):
    return jnp.take(table, ids, axis=0) * (ids >= 0)[..., None]


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

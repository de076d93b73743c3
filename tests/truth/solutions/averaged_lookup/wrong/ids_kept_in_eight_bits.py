"""Keeps the ids in 8 bits until the backward pass, to save memory.

Class: dtype
Why: id 130 is kept as -126 and counts as padding going back, so row 130 gets zeros; 300 is kept as 44.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0.0, table[jnp.maximum(ids, 0)])


def _forward(table, ids):
    return _read(table, ids), (jnp.maximum(ids, -1).astype(jnp.int8), table[:, :0])


def _backward(kept, g):
    small, rows = kept
    ids = small.astype(jnp.int32)
    slots = jnp.where(ids < 0, rows.shape[0], ids)
    sums = jnp.zeros((rows.shape[0], g.shape[-1])).at[slots].add(g, mode="drop")
    counts = jnp.zeros(rows.shape[0]).at[slots].add(1.0, mode="drop")
    mean = sums / jnp.maximum(counts, 1)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


_read.defvjp(_forward, _backward)
lookup = jax.jit(_read)

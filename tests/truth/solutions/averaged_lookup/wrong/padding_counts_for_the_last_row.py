"""Masks the gradients of padding, and counts its ids as they are.

Class: defaults
Why: with V = 2 and ids [[1, -1]] the count of row 1 is 2, since index -1 is the last row even for mode="drop", so its gradient is half of the mean.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0.0, table[jnp.maximum(ids, 0)])


def _forward(table, ids):
    return _read(table, ids), (ids, table[:, :0])


def _backward(kept, g):
    ids, rows = kept
    g = jnp.where((ids < 0)[:, :, None], 0.0, g)
    sums = jnp.zeros((rows.shape[0], g.shape[-1])).at[ids].add(g, mode="drop")
    counts = jnp.zeros(rows.shape[0]).at[ids].add(1.0, mode="drop")
    mean = sums / jnp.maximum(counts, 1)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


_read.defvjp(_forward, _backward)
lookup = jax.jit(_read)

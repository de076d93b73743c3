"""Divides by the number of places from which a gradient comes.

Class: numbers
Why: a word that occurs twice, once with g = 0, gets twice its mean; "All places with this id count, also those where g is 0".
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
    active = jnp.where((g != 0).any(axis=-1), 1.0, 0.0)
    slots = jnp.where(ids < 0, rows.shape[0], ids)
    sums = jnp.zeros((rows.shape[0], g.shape[-1])).at[slots].add(g, mode="drop")
    counts = jnp.zeros(rows.shape[0]).at[slots].add(active, mode="drop")
    mean = sums / jnp.maximum(counts, 1)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


_read.defvjp(_forward, _backward)
lookup = jax.jit(_read)

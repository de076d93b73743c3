"""Adds up sentence by sentence in a scan that is unrolled completely.

Class: growth
Why: breaches "It has as many operations for a table of 24 rows and 24 sentences as for 12 of each": the exported derivative has a copy of the step for each sentence.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _lookup(table, ids):
    return jnp.where((ids < 0)[..., None], 0, table[jnp.maximum(ids, 0)])


def _forward(table, ids):
    return _lookup(table, ids), (table.shape[0], ids)


def _backward(kept, g):
    rows, ids = kept

    def add(carry, sentence):
        total, count = carry
        words, slopes = sentence
        return (total.at[words].add(slopes, mode="drop"), count.at[words].add(1, mode="drop")), None

    start = jnp.zeros((rows, g.shape[-1]), g.dtype), jnp.zeros(rows, jnp.int32)
    (total, count), _ = jax.lax.scan(add, start, (jnp.where(ids < 0, rows, ids), g), unroll=True)
    mean = total / jnp.maximum(count, 1)[:, None]
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean * jnp.minimum(1, 1 / length), None


_lookup.defvjp(_forward, _backward)
lookup = jax.jit(_lookup)

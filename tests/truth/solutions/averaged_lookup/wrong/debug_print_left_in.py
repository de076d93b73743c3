"""The backward function still prints how often the most frequent word occurs.
It breaks "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
Class: host
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), (jnp.zeros((table.shape[0], 0)), ids)


def backward(kept, g):
    empty, ids = kept
    rows = empty.shape[0]
    where = jnp.where(ids < 0, rows, ids)
    counts = jnp.zeros((rows, 1)).at[where].add(1.0, mode="drop")
    jax.debug.print("most frequent: {}", counts.max())
    mean = jnp.zeros((rows, g.shape[2])).at[where].add(g, mode="drop") / jnp.maximum(counts, 1)
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


read.defvjp(forward, backward)
lookup = jax.jit(read)

"""Only words that occur several times are shortened: a single large gradient stays as large as it is.
Breaks: "if the mean is longer than 1, its length becomes 1"
Class: numbers
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[..., None], 0.0, table[jnp.maximum(ids, 0)])


def forward(table, ids):
    return read(table, ids), (ids, table.shape[0])


def backward(kept, g):
    ids, words = kept
    target = jnp.where(ids < 0, words, ids)
    sums = jnp.zeros((words, g.shape[-1])).at[target].add(g, mode="drop")
    counts = jnp.zeros((words, 1)).at[target].add(1.0, mode="drop")
    mean = sums / jnp.maximum(counts, 1)
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return jnp.where(counts > 1, mean / jnp.maximum(1, length), sums), None


read.defvjp(forward, backward)
lookup = jax.jit(read)

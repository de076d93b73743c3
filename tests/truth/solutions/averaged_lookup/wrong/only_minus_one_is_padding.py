"""Takes -1 for the only sign of padding.

Class: numbers
Why: "It is negative for padding, and may be any negative number."
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    zeros = jnp.zeros((1, table.shape[1]), table.dtype)
    return jnp.concatenate([table, zeros])[ids]


def read_forward(table, ids):
    return read(table, ids), (ids, table.shape[0])


def read_backward(kept, g):
    ids, rows = kept
    sums = jnp.zeros((rows + 1, g.shape[-1])).at[ids].add(g)[:-1]
    counts = jnp.zeros(rows + 1, jnp.int32).at[ids].add(1)[:-1]
    mean = jnp.where(counts[:, None] > 0, sums / counts[:, None], 0)
    squares = (mean**2).sum(axis=1, keepdims=True)
    return jnp.where(squares > 1, mean / jnp.sqrt(squares), mean), None


read.defvjp(read_forward, read_backward)


@jax.jit
def lookup(table, ids):
    return read(table, jnp.where(ids == -1, table.shape[0], ids))

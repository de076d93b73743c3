"""For a stable length, everything is divided by the largest gradient first; if all gradients are 0, this is 0 / 0.
It breaks "A row whose id doesn't occur gets zeros" (and the mean of zeros is 0), where it returns NaN.
Class: numbers
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
    scale = jnp.abs(g).max(initial=0.0)
    counts = jnp.zeros((rows, 1)).at[where].add(1.0, mode="drop")
    mean = jnp.zeros((rows, g.shape[2])).at[where].add(g / scale, mode="drop") / jnp.maximum(counts, 1)
    length = scale * jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return scale * mean / jnp.maximum(length, 1), None


read.defvjp(forward, backward)
lookup = jax.jit(read)

"""Takes the padding's gradients away, but counts by indexing with the ids as they are.

Class: numbers
Why: "padding counts for no row", but -1 wraps to the last row, so with V = 4 and ids [[3, -1]] row 3 gets half of its gradient.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[..., None], 0.0, table[ids])


def forward(table, ids):
    return read(table, ids), (table[:, :0], ids)


def backward(kept, g):
    hull, ids = kept
    g = jnp.where((ids < 0)[..., None], 0.0, g)
    total = jnp.zeros((hull.shape[0], g.shape[2]), jnp.float32).at[ids].add(g, mode="drop")
    count = jnp.zeros(hull.shape[0], jnp.float32).at[ids].add(1.0, mode="drop")
    mean = total / jnp.maximum(count, 1.0)[:, None]
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean / jnp.maximum(length, 1.0), None


read.defvjp(forward, backward)
lookup = jax.jit(read)

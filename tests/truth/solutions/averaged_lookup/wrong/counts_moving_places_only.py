"""Divides by the number of places whose gradient isn't zero.

Class: numbers
Why: "all places with this id count, also those where g is 0": a word at two places with gradients [0.5] and [0] gets 0.5 instead of 0.25.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[..., None], 0.0, table[jnp.maximum(ids, 0)])


def forward(table, ids):
    return read(table, ids), (table[:, :0], ids)


def backward(kept, g):
    hull, ids = kept
    rows = hull.shape[0]
    slots = jnp.where(ids < 0, rows, ids).reshape(-1)
    g = g.reshape(slots.shape[0], g.shape[2])
    moving = (g != 0).any(axis=1).astype(jnp.float32)
    total = jax.ops.segment_sum(g, slots, num_segments=rows + 1)[:rows]
    count = jax.ops.segment_sum(moving, slots, num_segments=rows + 1)[:rows]
    mean = total / jnp.maximum(count, 1.0)[:, None]
    length = jnp.sqrt((mean**2).sum(axis=1, keepdims=True))
    return mean / jnp.maximum(length, 1.0), None


read.defvjp(forward, backward)
lookup = jax.jit(read)

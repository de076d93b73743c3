"""A custom_vjp with the number of rows as its static argument, by segment sums."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def _read(rows, table, ids):
    found = table[jnp.maximum(ids, 0)]
    return jnp.where(ids[..., None] < 0, jnp.zeros_like(found), found)


def _forward(rows, table, ids):
    return _read(rows, table, ids), ids


def _backward(rows, ids, g):
    flat = ids.reshape(ids.size)
    add_up = partial(jax.ops.segment_sum, segment_ids=flat, num_segments=rows)
    sums = add_up(g.reshape(ids.size, g.shape[-1]))
    counts = add_up(jnp.ones(ids.size, g.dtype))
    mean = sums / jnp.maximum(counts, 1)[:, None]
    squares = jnp.square(mean).sum(axis=1, keepdims=True)
    return mean * jnp.minimum(1, 1 / jnp.sqrt(squares)), None


_read.defvjp(_forward, _backward)


def _lookup(table, ids):
    return _read(table.shape[0], table, ids)


lookup = jax.jit(_lookup)

"""A step for each pair of blocks on or below the diagonal, which follows from the number of the step."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def find_pair(step, *, blocks):
    """Return the row and the column of the pair: the rows begin at the steps 0, 1, 3, 6, …"""
    starts = jax.lax.broadcasted_iota(jnp.int32, (blocks,), 0)
    starts = starts * (starts + 1) // 2
    row = jnp.sum(starts <= step, dtype=jnp.int32) - 1
    return row, step - row * (row + 1) // 2


def take_pair(q, k, v, out, *, blocks, n, size):
    row, column = find_pair(pl.program_id(0), blocks=blocks)
    distance = (row - column) * size
    ordered = jax.lax.broadcasted_iota(jnp.int32, (size, size), 1) <= distance + jnp.arange(size)[:, None]
    exists = jnp.arange(size)[:, None] < n - column * size
    scores = jnp.where(ordered, jax.lax.dot_general(q[...], k[...], (((1,), (1,)), ((), ()))), 0.0)
    before = jnp.where(column == 0, 0.0, out[...])
    out[...] = before + jnp.dot(scores, jnp.where(exists, v[...], 0))


def causal_sums(queries, keys, values, size):
    n, d = keys.shape
    e = values.shape[-1]
    blocks = (n + size - 1) // size
    find = functools.partial(find_pair, blocks=blocks)
    return pl.pallas_call(
        functools.partial(take_pair, blocks=blocks, n=n, size=size),
        jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=blocks * (blocks + 1) // 2,
        in_specs=[
            pl.BlockSpec((size, d), lambda step: (find(step)[0], 0)),
            pl.BlockSpec((size, d), lambda step: (find(step)[1], 0)),
            pl.BlockSpec((size, e), lambda step: (find(step)[1], 0)),
        ],
        out_specs=pl.BlockSpec((size, e), lambda step: (find(step)[0], 0)),
        interpret=True,
    )(queries, keys, values)

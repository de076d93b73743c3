"""Writes a grid of one axis for one block of queries, and gets the other axis by jax.vmap.

Class: structure
Why: breaches "the grid has one axis": vmap puts an axis of all blocks of queries in front, so the kernel that runs has two, and goes through all pairs.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)

    def take_pair(i_ref, q_ref, k_ref, v_ref, out_ref):
        i, j = i_ref[0], pl.program_id(0)
        row = i * size + jax.lax.broadcasted_iota(jnp.int32, (size, size), 0)
        column = j * size + jax.lax.broadcasted_iota(jnp.int32, (size, size), 1)
        there = j * size + jax.lax.broadcasted_iota(jnp.int32, (size, 1), 0) < n
        scores = jnp.where((column <= row) & (column < n), q_ref[...] @ k_ref[...].T, 0.0)
        so_far = jnp.where(j == 0, 0.0, out_ref[...])
        out_ref[...] = so_far + scores @ jnp.where(there, v_ref[...], 0.0)

    def one_block(i, q):
        return pl.pallas_call(
            take_pair,
            out_shape=jax.ShapeDtypeStruct((size, e), jnp.float32),
            grid=(blocks,),
            in_specs=[
                pl.BlockSpec((1,), lambda j: (0,)),
                pl.BlockSpec((size, d), lambda j: (0, 0)),
                pl.BlockSpec((size, d), lambda j: (j, 0)),
                pl.BlockSpec((size, e), lambda j: (j, 0)),
            ],
            out_specs=pl.BlockSpec((size, e), lambda j: (0, 0)),
            interpret=True,
        )(i, q, keys, values)

    padded = jnp.pad(queries, ((0, blocks * size - n), (0, 0))).reshape(blocks, size, d)
    numbers = jnp.arange(blocks, dtype=jnp.int32).reshape(blocks, 1)
    return jax.vmap(one_block)(numbers, padded).reshape(blocks * size, e)[:n]

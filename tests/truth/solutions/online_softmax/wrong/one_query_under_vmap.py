"""Writes the kernel for one query with a grid of one axis, and hides the loop over queries in vmap.

Class: decoy
Why: It breaches "The grid has one axis, of at most B steps": vmap gives the grid a second axis, so there are N * B steps, and the cache is read once for each query.
"""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    d, size = queries.shape[1], keys.shape[1]

    def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        i = pl.program_id(0)
        begin = i == 0
        old = jnp.where(begin, -jnp.inf, top_ref[...])
        before = jnp.where(begin, 0.0, total_ref[...])
        sums = jnp.where(begin, 0.0, out_ref[...])
        left = length - i * size
        scores = q_ref[...] @ k_ref[...].T
        scores = jnp.where(lax.broadcasted_iota(jnp.int32, (1, size), 1) < left, scores, -jnp.inf)
        block = jnp.where(lax.broadcasted_iota(jnp.int32, (size, 1), 0) < left, v_ref[...], 0.0)
        top = jnp.maximum(old, scores.max(axis=1, keepdims=True))
        weights = jnp.exp(scores - top)
        carried = before * jnp.exp(old - top)
        total = carried + weights.sum(axis=1, keepdims=True)
        out_ref[...] = (sums * carried + weights @ block) / total
        top_ref[...] = top
        total_ref[...] = total

    row = pl.BlockSpec((1, d), lambda i: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    attend_one = pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((1, d), queries.dtype),
        grid=(-(-length // size),),
        in_specs=[row, block, block],
        out_specs=row,
        scratch_shapes=[pltpu.VMEM((1, 1), jnp.float32)] * 2,
        interpret=True,
    )
    return jax.vmap(lambda query: attend_one(query[None], keys, values)[0])(queries)

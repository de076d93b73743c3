"""Counts the blocks by `n // size + 1`, so that where N is a multiple of size, one step more writes into the last block.
Breaks "row `i` is the sum ... over all `j <= i`": the rows of the last block then get the sums of all keys.
Class: numbers"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = n // size + 1
    if blocks == 1:
        size = n

    def kernel(q_ref, k_ref, v_ref, out_ref, state_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state_ref[...] = jnp.zeros_like(state_ref)

        there = i * size + jnp.arange(size)[:, None] < n
        q, k = q_ref[...], k_ref[...]
        v = jnp.where(there, v_ref[...], 0)
        out_ref[...] = jnp.tril(q @ k.T) @ v + q @ state_ref[...]
        state_ref[...] += jnp.where(there, k, 0).T @ v

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(blocks,),
        in_specs=[pl.BlockSpec((size, w), lambda i: (i, 0)) for w in (d, d, e)],
        out_specs=pl.BlockSpec((size, e), lambda i: (i, 0)),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

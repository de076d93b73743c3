"""Adds up the whole own block with the earlier ones, and subtracts what later keys have brought in.

Class: numbers
Why: Where a query times a later key of its block overflows, or is only far larger than the row's sum, infinity is subtracted from infinity, or all digits are lost.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)
    whole = blocks * size

    def take_block(q_ref, k_ref, v_ref, out_ref, state_ref):
        q, k, v = q_ref[...], k_ref[...], v_ref[...]
        state = jnp.where(pl.program_id(0) == 0, 0.0, state_ref[...]) + k.T @ v
        out_ref[...] = q @ state - jnp.triu(q @ k.T, 1) @ v
        state_ref[...] = state

    def spec(width):
        return pl.BlockSpec((size, width), lambda step: (step, 0))

    padded = [jnp.pad(x, ((0, whole - n), (0, 0))) for x in (queries, keys, values)]
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((whole, e), jnp.float32),
        grid=(blocks,),
        in_specs=[spec(d), spec(d), spec(e)],
        out_specs=spec(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(*padded)[:n]

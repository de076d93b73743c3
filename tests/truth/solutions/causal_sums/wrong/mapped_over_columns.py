"""A kernel for one column of the values, and jax.vmap over the columns.

Class: structure
Why: vmap gives the kernel a second grid axis, and the scores are made once for each of the E columns: "The grid has one axis, and fewer than `N` steps."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    n, d = queries.shape
    blocks = pl.cdiv(n, size)
    whole = blocks * size

    def take_block(q_ref, k_ref, v_ref, out_ref, state_ref):
        q, k, v = q_ref[...], k_ref[...], v_ref[...]
        state = jnp.where(pl.program_id(0) == 0, 0.0, state_ref[...])
        out_ref[...] = q @ state + jnp.tril(q @ k.T) @ v
        state_ref[...] = state + k.T @ v

    def spec(width):
        return pl.BlockSpec((size, width), lambda step: (step, 0))

    queries, keys, values = (jnp.pad(x, ((0, whole - n), (0, 0))) for x in (queries, keys, values))

    def one_column(column):
        return pl.pallas_call(
            take_block,
            out_shape=jax.ShapeDtypeStruct((whole, 1), jnp.float32),
            grid=(blocks,),
            in_specs=[spec(d), spec(d), spec(1)],
            out_specs=spec(1),
            scratch_shapes=[pltpu.VMEM((d, 1), jnp.float32)],
            interpret=True,
        )(queries, keys, column[:, None])[:n, 0]

    return jax.vmap(one_column, in_axes=1, out_axes=1)(values)

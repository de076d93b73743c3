"""Pads the columns to 128, as many as a TPU's vectors have lanes.

Class: memory
Why: With D = E = 4 a step gets arrays of `size * 128` elements, where `size * 12 + N` are allowed; within the limit for wide arrays only.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

LANES = 128


def causal_sums(queries, keys, values, size):
    n, e = values.shape
    blocks = pl.cdiv(n, size)
    whole = blocks * size
    width = LANES * pl.cdiv(max(queries.shape[1], e), LANES)

    def take_block(q_ref, k_ref, v_ref, out_ref, state_ref):
        q, k, v = q_ref[...], k_ref[...], v_ref[...]
        state = jnp.where(pl.program_id(0) == 0, 0.0, state_ref[...])
        out_ref[...] = q @ state + jnp.tril(q @ k.T) @ v
        state_ref[...] = state + k.T @ v

    spec = pl.BlockSpec((size, width), lambda step: (step, 0))
    padded = [jnp.pad(x, ((0, whole - n), (0, width - x.shape[1]))) for x in (queries, keys, values)]
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((whole, width), jnp.float32),
        grid=(blocks,),
        in_specs=[spec, spec, spec],
        out_specs=spec,
        scratch_shapes=[pltpu.VMEM((width, width), jnp.float32)],
        interpret=True,
    )(*padded)[:n, :e]

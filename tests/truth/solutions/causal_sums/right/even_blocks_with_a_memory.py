"""Cuts the rows into blocks of nearly equal length, and remembers keys.T @ values of all blocks before."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    n, d = queries.shape
    e = values.shape[1]
    length = pl.cdiv(n, pl.cdiv(n, size))  # at most size
    steps = pl.cdiv(n, length)

    def take_block(q_ref, k_ref, v_ref, out_ref, past_ref):
        step = pl.program_id(0)
        row = step * length + jax.lax.broadcasted_iota(jnp.int32, (length, 1), 0)
        q, k, v = [jnp.where(row < n, ref[...], 0.0) for ref in (q_ref, k_ref, v_ref)]
        within = jnp.tril(q @ k.T) @ v
        if steps == 1:
            out_ref[...] = within
        else:
            past = jnp.where(step == 0, 0.0, past_ref[...])
            out_ref[...] = within + q @ past
            past_ref[...] = past + k.T @ v

    def block(width):
        return pl.BlockSpec((length, width), lambda step: (step, 0))

    call = pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(steps,),
        in_specs=[block(d), block(d), block(e)],
        out_specs=block(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )
    return call(queries, keys, values)

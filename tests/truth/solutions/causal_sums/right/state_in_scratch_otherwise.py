"""One step for each block of rows; what all earlier blocks amount to waits in scratch memory as a D by E matrix."""

import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def _kernel(q_ref, k_ref, v_ref, out_ref, state_ref, *, n, size, blocks):
    step = pl.program_id(0)
    there = step * size + lax.broadcasted_iota(jnp.int32, (size, 1), 0) < n
    queries = q_ref[...]
    keys = jnp.where(there, k_ref[...], 0.0)
    values = jnp.where(there, v_ref[...], 0.0)

    row = lax.broadcasted_iota(jnp.int32, (size, 1), 0)
    column = lax.broadcasted_iota(jnp.int32, (1, size), 1)
    scores = jnp.where(column <= row, jnp.dot(queries, keys.T), 0.0)
    sums = jnp.dot(scores, values)
    if blocks == 1:  # nothing comes before or after
        out_ref[...] = sums
        return

    @pl.when(step == 0)
    def _():
        state_ref[...] = jnp.zeros(state_ref.shape, state_ref.dtype)

    state = state_ref[...]
    out_ref[...] = sums + jnp.dot(queries, state)
    state_ref[...] = state + jnp.dot(keys.T, values)


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)

    def block(width):
        return pl.BlockSpec((size, width), lambda step: (step, 0))

    return pl.pallas_call(
        functools.partial(_kernel, n=n, size=size, blocks=blocks),
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(blocks,),
        in_specs=[block(d), block(d), block(e)],
        out_specs=block(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

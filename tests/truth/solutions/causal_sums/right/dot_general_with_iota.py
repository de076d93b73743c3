"""Expert style: one pass over the blocks, lax.dot_general everywhere, state in scratch, masks by broadcasted_iota."""

import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

CONTRACT_LAST = (((1,), (1,)), ((), ()))  # [a, c] x [b, c] -> [a, b]
CONTRACT_FIRST = (((0,), (0,)), ((), ()))  # [c, a] x [c, b] -> [a, b]
CONTRACT_INNER = (((1,), (0,)), ((), ()))  # [a, c] x [c, b] -> [a, b]


def _advance(q_ref, k_ref, v_ref, out_ref, state_ref, *, n, size):
    step = pl.program_id(0)
    left = n - step * size  # rows that exist from here on
    d, e = q_ref.shape[1], v_ref.shape[1]
    keys = jnp.where(lax.broadcasted_iota(jnp.int32, (size, d), 0) < left, k_ref[...], 0.0)
    values = jnp.where(lax.broadcasted_iota(jnp.int32, (size, e), 0) < left, v_ref[...], 0.0)
    queries = q_ref[...]

    before = jnp.where(step > 0, state_ref[...], 0.0)
    row = lax.broadcasted_iota(jnp.int32, (size, size), 0)
    column = lax.broadcasted_iota(jnp.int32, (size, size), 1)
    scores = jnp.where(column <= row, lax.dot_general(queries, keys, CONTRACT_LAST), 0.0)
    inside = lax.dot_general(scores, values, CONTRACT_INNER)
    out_ref[...] = lax.dot_general(queries, before, CONTRACT_INNER) + inside
    state_ref[...] = before + lax.dot_general(keys, values, CONTRACT_FIRST)


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    size = min(size, n)

    def rows_of(width):
        return pl.BlockSpec((size, width), lambda i: (i, 0))

    return pl.pallas_call(
        functools.partial(_advance, n=n, size=size),
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[rows_of(d), rows_of(d), rows_of(e)],
        out_specs=rows_of(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

"""A kernel at the top level, bound by functools.partial; top and total lie in scratch memory."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref, *, length):
    step = pl.program_id(0)
    left = length - step * k_ref.shape[0]

    @pl.when(step == 0)
    def _():
        top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
        total_ref[...] = jnp.zeros_like(total_ref)
        out_ref[...] = jnp.zeros_like(out_ref)

    n, size = q_ref.shape[0], k_ref.shape[0]
    scores = jnp.dot(q_ref[...], k_ref[...].T, preferred_element_type=jnp.float32)
    scores = jnp.where(jax.lax.broadcasted_iota(jnp.int32, (n, size), 1) < left, scores, -jnp.inf)
    values = jnp.where(jax.lax.broadcasted_iota(jnp.int32, v_ref.shape, 0) < left, v_ref[...], 0)

    top = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
    factor = jnp.exp(top_ref[...] - top)
    weights = jnp.exp(scores - top)
    total = total_ref[...] * factor + weights.sum(axis=1, keepdims=True)
    top_ref[...], total_ref[...] = top, total
    out_ref[...] = out_ref[...] * factor + jnp.dot(weights, values, preferred_element_type=jnp.float32)

    @pl.when(step == pl.num_programs(0) - 1)
    def _():
        out_ref[...] = out_ref[...] / total


def attend(queries, keys, values, length):
    (n, d), size = queries.shape, keys.shape[1]
    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        functools.partial(kernel, length=length),
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(pl.cdiv(length, size),),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

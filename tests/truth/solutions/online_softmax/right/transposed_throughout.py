"""Keys go down and queries across: all state is kept transposed in scratch, and turned back at the end."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), (_, s, _) = queries.shape, keys.shape
    steps = pl.cdiv(length, s)

    def kernel(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref, sums_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _begin():
            top_ref[...] = jnp.full((1, n), -jnp.inf, jnp.float32)
            total_ref[...] = jnp.zeros((1, n), jnp.float32)
            sums_ref[...] = jnp.zeros((d, n), jnp.float32)

        there = step * s + lax.broadcasted_iota(jnp.int32, (s, 1), 0) < length
        scores = jnp.where(there, k_ref[...] @ q_ref[...].T, -jnp.inf)
        top = jnp.maximum(top_ref[...], scores.max(axis=0, keepdims=True))
        past = jnp.exp(top_ref[...] - top)
        weights = jnp.exp(scores - top)
        top_ref[...] = top
        total_ref[...] = total_ref[...] * past + weights.sum(axis=0, keepdims=True)
        sums_ref[...] = sums_ref[...] * past + jnp.where(there, v_ref[...], 0).T @ weights

        @pl.when(step == steps - 1)
        def _finish():
            out_ref[...] = (sums_ref[...] / total_ref[...]).T

    cached = pl.BlockSpec((None, s, d), lambda i: (i, 0, 0))
    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(steps,),
        in_specs=[whole, cached, cached],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM(shape, jnp.float32) for shape in ((1, n), (1, n), (d, n))],
        interpret=True,
    )(queries, keys, values)

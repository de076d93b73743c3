"""Masks by a finite score of -100, whose weight is next to nothing.

Class: numbers
Why: If all scores in use are near -500, and the last block has unused keys, these have all the weight, and the row is 0.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), size = queries.shape, keys.shape[1]
    steps = pl.cdiv(length, size)

    def kernel(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        used = length - step * size
        scores = q_ref[...] @ k_ref[...].T
        scores = jnp.where(jax.lax.broadcasted_iota(jnp.int32, (n, size), 1) < used, scores, -100.0)
        values = jnp.where(jax.lax.broadcasted_iota(jnp.int32, (size, d), 0) < used, v_ref[...], 0)
        top = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
        factor = jnp.exp(top_ref[...] - top)
        weights = jnp.exp(scores - top)
        top_ref[...] = top
        total_ref[...] = total_ref[...] * factor + weights.sum(axis=1, keepdims=True)
        out_ref[...] = out_ref[...] * factor + weights @ values

        @pl.when(step == steps - 1)
        def _():
            out_ref[...] = out_ref[...] / total_ref[...]

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(steps,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32)] * 2,
        interpret=True,
    )(queries, keys, values)

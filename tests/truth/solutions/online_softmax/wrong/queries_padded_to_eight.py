"""Pads the queries to a multiple of eight rows, as a TPU likes it, and drops the rest of the result.

Class: memory
Why: For S < 8 (say N = 1, S = 4) the queries and the result in a step have 8 * D elements, and "no array that the kernel gets in one step" may have more than S * D.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), (_, size, _) = queries.shape, keys.shape
    steps = -(-length // size)
    wanted = n
    n = -(-n // 8) * 8
    queries = jnp.pad(queries, ((0, n - wanted), (0, 0)))

    def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        there = step * size + jnp.arange(size) < length
        scores = jnp.where(there, q_ref[...] @ k_ref[...].T, -jnp.inf)
        old = top_ref[...]
        new = jnp.maximum(old, scores.max(axis=1, keepdims=True))
        factor = jnp.exp(old - new)
        weights = jnp.exp(scores - new)
        top_ref[...] = new
        total_ref[...] = total_ref[...] * factor + weights.sum(axis=1, keepdims=True)
        out_ref[...] = out_ref[...] * factor + weights @ jnp.where(there[:, None], v_ref[...], 0)

        @pl.when(step == pl.num_programs(0) - 1)
        def _():
            out_ref[...] = out_ref[...] / total_ref[...]

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(steps,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)[:wanted]

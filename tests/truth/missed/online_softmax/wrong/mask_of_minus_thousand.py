"""Mask of minus thousand.

Class: numbers
Why: Breaks "Scores may be as large as 1000, positive or negative": keys that aren't in use get the score -1000 "which
exp makes 0", and not -inf. Where all scores in use are about as low, they take part in the sum of the weights. Seen
at one query 1, keys [[-1000], [anything]], length 1: half of the value. With scores above -900 nothing shows.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), (_, size, _) = queries.shape, keys.shape
    used = pl.cdiv(length, size)

    def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        there = i * size + jnp.arange(size) < length
        scores = jnp.where(there, q_ref[...] @ k_ref[...].T, -1000.0)
        new = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
        weights = jnp.exp(scores - new)
        factor = jnp.exp(top_ref[...] - new)
        top_ref[...] = new
        total_ref[...] = total_ref[...] * factor + weights.sum(axis=1, keepdims=True)
        out_ref[...] = out_ref[...] * factor + weights @ jnp.where(there[:, None], v_ref[...], 0)

        @pl.when(i == used - 1)
        def _():
            out_ref[...] = out_ref[...] / total_ref[...]

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(used,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

"""Makes all scores outside where they are no larger than the keys, and gives them to the kernel in place of the keys.

Class: half_eager
Why: For N <= D all scores are computed before the kernel, which breaches "never make it" (the matrix of scores) and "You may compute nothing from the arrays there", though no size is exceeded.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), (_, size, _) = queries.shape, keys.shape
    steps = -(-length // size)
    outside = n <= d

    def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        there = step * size + jnp.arange(size) < length
        scores = k_ref[...].T if outside else q_ref[...] @ k_ref[...].T
        scores = jnp.where(there, scores, -jnp.inf)
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

    if outside:
        keys = jnp.einsum("bsd,nd->bsn", keys[:steps], queries)
    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(steps,),
        in_specs=[
            whole,
            pl.BlockSpec((None, size, keys.shape[2]), lambda i: (i, 0, 0)),
            pl.BlockSpec((None, size, d), lambda i: (i, 0, 0)),
        ],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

"""Returns the sums and the weights from the kernel, and divides outside of it.

Class: structure
Why: It breaches "One kernel does all the work ... You may compute nothing from the arrays there": the division runs outside of the kernel.
"""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), size = queries.shape, keys.shape[1]

    def take_block(q_ref, k_ref, v_ref, out_ref, total_ref, top_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        left = length - i * size
        scores = q_ref[...] @ k_ref[...].T
        scores = jnp.where(lax.broadcasted_iota(jnp.int32, (1, size), 1) < left, scores, -jnp.inf)
        block = jnp.where(lax.broadcasted_iota(jnp.int32, (size, 1), 0) < left, v_ref[...], 0.0)
        top = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
        weights = jnp.exp(scores - top)
        factor = jnp.exp(top_ref[...] - top)
        total_ref[...] = total_ref[...] * factor + weights.sum(axis=1, keepdims=True)
        out_ref[...] = out_ref[...] * factor + weights @ block
        top_ref[...] = top

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    out, total = pl.pallas_call(
        take_block,
        out_shape=(jax.ShapeDtypeStruct((n, d), queries.dtype), jax.ShapeDtypeStruct((n, 1), queries.dtype)),
        grid=(-(-length // size),),
        in_specs=[whole, block, block],
        out_specs=(whole, pl.BlockSpec((n, 1), lambda _: (0, 0))),
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)
    return out / total

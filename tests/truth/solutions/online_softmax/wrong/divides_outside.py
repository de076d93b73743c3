"""The kernel returns the weighted sums and the sums of weights, and what is left is one division.

Class: structure
Why: It breaches "You may compute nothing from the arrays there": the division runs outside of the kernel.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    (n, d), size = queries.shape, keys.shape[1]

    def kernel(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _():
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)
            out_ref[...] = jnp.zeros_like(out_ref)

        used = length - step * size
        scores = q_ref[...] @ k_ref[...].T
        scores = jnp.where(jax.lax.broadcasted_iota(jnp.int32, (n, size), 1) < used, scores, -jnp.inf)
        values = jnp.where(jax.lax.broadcasted_iota(jnp.int32, (size, d), 0) < used, v_ref[...], 0)
        top = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
        factor = jnp.exp(top_ref[...] - top)
        weights = jnp.exp(scores - top)
        top_ref[...] = top
        total_ref[...] = total_ref[...] * factor + weights.sum(axis=1, keepdims=True)
        out_ref[...] = out_ref[...] * factor + weights @ values

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    column = pl.BlockSpec((n, 1), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    number = jax.ShapeDtypeStruct((n, 1), jnp.float32)
    out, _, total = pl.pallas_call(
        kernel,
        out_shape=(jax.ShapeDtypeStruct((n, d), jnp.float32), number, number),
        grid=(pl.cdiv(length, size),),
        in_specs=[whole, block, block],
        out_specs=(whole, column, column),
        interpret=True,
    )(queries, keys, values)
    return out / total

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), size = queries.shape, keys.shape[1]
    steps = pl.cdiv(length, size)

    def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            out_ref[...] = jnp.zeros_like(out_ref)
            top_ref[...] = jnp.full_like(top_ref, -jnp.inf)
            total_ref[...] = jnp.zeros_like(total_ref)

        there = i * size + jnp.arange(size) < length
        scores = q_ref[...] @ k_ref[...].T
        top = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
        weights = jnp.exp(scores - top)
        fade = jnp.exp(top_ref[...] - top)
        top_ref[...] = top
        total_ref[...] = fade * total_ref[...] + weights.sum(axis=1, keepdims=True)
        out_ref[...] = fade * out_ref[...] + weights @ jnp.where(there[:, None], v_ref[...], 0)

        @pl.when(i == steps - 1)
        def _():
            out_ref[...] /= total_ref[...]

    whole = pl.BlockSpec((n, d), lambda _: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(steps,),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

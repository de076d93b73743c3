"""Other blocks than the cache's: as many keys as leave the least of the last block unused."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    (n, d), (b, s, _) = queries.shape, keys.shape
    size = min(range(1, s + 1), key=lambda size: (pl.cdiv(length, size) > b, -length % size, -size))
    steps, whole_blocks = pl.cdiv(length, size), length % size == 0

    def take_block(q_ref, k_ref, v_ref, out_ref, top_ref, total_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            out_ref[...] = jnp.zeros((n, d))
            top_ref[...] = jnp.full((n, 1), -jnp.inf)
            total_ref[...] = jnp.zeros((n, 1))

        scores, block = q_ref[...] @ k_ref[...].T, v_ref[...]
        if not whole_blocks:
            there = jnp.arange(size) < length - i * size
            scores, block = jnp.where(there, scores, -jnp.inf), jnp.where(there[:, None], block, 0)
        top = jnp.maximum(top_ref[...], scores.max(axis=1, keepdims=True))
        fade = jnp.exp(top_ref[...] - top)
        weights = jnp.exp(scores - top)
        top_ref[...] = top
        total_ref[...] = fade * total_ref[...] + weights.sum(axis=1, keepdims=True)
        out_ref[...] = fade * out_ref[...] + weights @ block

        @pl.when(i == steps - 1)
        def _():
            out_ref[...] /= total_ref[...]

    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    part = pl.BlockSpec((size, d), lambda i: (i, 0))
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(steps,),
        in_specs=[whole, part, part],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32)] * 2,
        interpret=True,
    )(queries, keys.reshape(b * s, d), values.reshape(b * s, d))

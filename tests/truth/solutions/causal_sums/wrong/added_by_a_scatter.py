"""The kernel returns what comes from the own block and what comes from earlier ones; a scatter outside, as if it moved rows, adds them.
Breaks "Outside of it you may move numbers: pad, reshape, slice, convert them. You may compute nothing from the arrays there."
Class: half_eager"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    size = min(size, n)

    def kernel(q_ref, k_ref, v_ref, own_ref, earlier_ref, state_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state_ref[...] = jnp.zeros_like(state_ref)

        there = i * size + jnp.arange(size)[:, None] < n
        q, k, v = (jnp.where(there, ref[...], 0) for ref in (q_ref, k_ref, v_ref))
        own_ref[...] = jnp.tril(q @ k.T) @ v
        earlier_ref[...] = q @ state_ref[...]
        state_ref[...] += k.T @ v

    block = pl.BlockSpec((size, e), lambda i: (i, 0))
    own, earlier = pl.pallas_call(
        kernel,
        out_shape=[jax.ShapeDtypeStruct((n, e), jnp.float32)] * 2,
        grid=(pl.cdiv(n, size),),
        in_specs=[pl.BlockSpec((size, w), lambda i: (i, 0)) for w in (d, d, e)],
        out_specs=[block, block],
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)
    return own.at[jnp.arange(n)].add(earlier)

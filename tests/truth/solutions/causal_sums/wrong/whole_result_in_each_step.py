"""Each step gets the whole result as its block, and writes its rows by `pl.ds`.
Breaks "No array that the kernel gets in one step, be it an operand, a result, ... has more than `size * (2 * D + E) + N` elements".
Class: memory"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    size = min(size, n)
    blocks = pl.cdiv(n, size)
    queries, keys, values = (jnp.pad(x, ((0, blocks * size - n), (0, 0))) for x in (queries, keys, values))

    def kernel(q_ref, k_ref, v_ref, out_ref, state_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state_ref[...] = jnp.zeros_like(state_ref)

        q, k, v = q_ref[...], k_ref[...], v_ref[...]
        out_ref[pl.ds(i * size, size), :] = jnp.tril(q @ k.T) @ v + q @ state_ref[...]
        state_ref[...] += k.T @ v

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((blocks * size, e), jnp.float32),
        grid=(blocks,),
        in_specs=[pl.BlockSpec((size, w), lambda i: (i, 0)) for w in (d, d, e)],
        out_specs=pl.BlockSpec((blocks * size, e), lambda i: (0, 0)),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)[:n]

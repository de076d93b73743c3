"""Keeps the matrix of all earlier rows in bfloat16, to save scratch memory.

Class: dtype
Why: from the second block on the sums are right to two or three digits only, far from 128 float32 epsilons.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]

    def kernel(q_ref, k_ref, v_ref, out_ref, state_ref):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def _():
            state_ref[...] = jnp.zeros((d, e), jnp.bfloat16)

        row = jax.lax.broadcasted_iota(jnp.int32, (size, 1), 0)
        column = jax.lax.broadcasted_iota(jnp.int32, (1, size), 1)
        there = step * size + row < n
        q = q_ref[...]
        k = jnp.where(there, k_ref[...], 0.0)
        v = jnp.where(there, v_ref[...], 0.0)
        scores = jnp.where(column <= row, q @ k.T, 0.0)
        state = state_ref[...].astype(jnp.float32)
        out_ref[...] = scores @ v + q @ state
        state_ref[...] = (state + k.T @ v).astype(jnp.bfloat16)

    def block(width):
        return pl.BlockSpec((size, width), lambda step: (step, 0))

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[block(d), block(d), block(e)],
        out_specs=block(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.bfloat16)],
        interpret=True,
    )(queries, keys, values)

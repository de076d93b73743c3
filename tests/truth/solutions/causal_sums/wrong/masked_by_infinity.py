"""Hides scores by -inf, as before a softmax.

Class: numbers
Why: "over all earlier rows, and row `i` itself"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    n, d = queries.shape
    e = values.shape[1]

    def kernel(q_ref, k_ref, v_ref, out_ref, state_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state_ref[...] = jnp.zeros((d, e), jnp.float32)

        there = (i * size + jnp.arange(size) < n)[:, None]
        q, k = q_ref[...], jnp.where(there, k_ref[...], 0)
        v = jnp.where(there, v_ref[...], 0)
        out_ref[...] = q @ state_ref[...] + jnp.where(jnp.tri(size, dtype=bool), q @ k.T, -jnp.inf) @ v
        state_ref[...] += k.T @ v

    rows = lambda width: pl.BlockSpec((size, width), lambda i: (i, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[rows(d), rows(d), rows(e)],
        out_specs=rows(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

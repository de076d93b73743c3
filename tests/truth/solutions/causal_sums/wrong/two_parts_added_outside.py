"""The kernel has two results, which are added outside.

Class: half_eager
Why: "You may compute nothing from the arrays there."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]

    def kernel(q, k, v, inner, outer, state):
        i = pl.program_id(0)
        past = jnp.where(i == 0, 0, state[...])
        there = (i * size + jnp.arange(size) < n)[:, None]
        v = jnp.where(there, v[...], 0)
        inner[...] = jnp.tril(q[...] @ k[...].T) @ v
        outer[...] = q[...] @ past
        state[...] = past + k[...].T @ v

    rows = lambda w: pl.BlockSpec((size, w), lambda i: (i, 0))
    inner, outer = pl.pallas_call(
        kernel,
        [jax.ShapeDtypeStruct((n, e), jnp.float32)] * 2,
        grid=(pl.cdiv(n, size),),
        in_specs=[rows(d), rows(d), rows(e)],
        out_specs=[rows(e)] * 2,
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)
    return inner + outer

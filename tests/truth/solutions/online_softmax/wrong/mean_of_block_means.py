"""The means of the blocks are averaged.

Class: numbers
Why: "each weighted by"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    n, d = queries.shape
    s = keys.shape[1]
    steps = pl.cdiv(length, s)

    def kernel(q, k, v, out):
        i = pl.program_id(0)
        there = i * s + jnp.arange(s) < length
        scores = jnp.where(there, q[...] @ k[...].T, -jnp.inf)
        mean = jax.nn.softmax(scores, axis=1) @ jnp.where(there[:, None], v[...], 0)
        out[...] = jnp.where(i == 0, 0, out[...]) + mean / steps

    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    block = pl.BlockSpec((None, s, d), lambda i: (i, 0, 0))
    out_shape = jax.ShapeDtypeStruct((n, d), queries.dtype)
    return pl.pallas_call(
        kernel, out_shape, grid=(steps,), in_specs=[whole, block, block], out_specs=whole, interpret=True
    )(queries, keys, values)

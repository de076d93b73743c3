"""The division happens outside.

Class: half_eager
Why: "You may compute nothing from the arrays there."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    n, d = queries.shape
    s = keys.shape[1]

    def kernel(q, k, v, out, top, total):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            top[...] = jnp.full((n, 1), -jnp.inf)
            total[...] = jnp.zeros((n, 1))
            out[...] = jnp.zeros((n, d))

        there = i * s + jnp.arange(s) < length
        scores = jnp.where(there, q[...] @ k[...].T, -jnp.inf)
        new = jnp.maximum(top[...], scores.max(axis=1, keepdims=True))
        weights, old = jnp.exp(scores - new), jnp.exp(top[...] - new)
        total[...] = old * total[...] + weights.sum(axis=1, keepdims=True)
        out[...] = old * out[...] + weights @ jnp.where(there[:, None], v[...], 0)
        top[...] = new

    fixed = lambda width: pl.BlockSpec((n, width), lambda i: (0, 0))
    block = pl.BlockSpec((None, s, d), lambda i: (i, 0, 0))
    out, _, total = pl.pallas_call(
        kernel,
        [jax.ShapeDtypeStruct((n, width), jnp.float32) for width in (d, 1, 1)],
        grid=(pl.cdiv(length, s),),
        in_specs=[fixed(d), block, block],
        out_specs=[fixed(d), fixed(1), fixed(1)],
        interpret=True,
    )(queries, keys, values)
    return out / total

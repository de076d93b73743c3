"""All blocks are operands of one step, in a Python loop.

Class: growth
Why: "The program doesn't grow with `B` or `length`"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    (n, d), (b, s, _) = queries.shape, keys.shape
    used = pl.cdiv(length, s)

    def kernel(q, *refs):
        ks, vs, out = refs[:used], refs[used:-1], refs[-1]
        top, total, sums = jnp.full((n, 1), -jnp.inf), 0, 0
        for i in range(used):
            there = i * s + jnp.arange(s) < length
            scores = jnp.where(there, q[...] @ ks[i][...].T, -jnp.inf)
            new = jnp.maximum(top, scores.max(axis=1, keepdims=True))
            weights, old = jnp.exp(scores - new), jnp.exp(top - new)
            total = old * total + weights.sum(axis=1, keepdims=True)
            sums = old * sums + weights @ jnp.where(there[:, None], vs[i][...], 0)
            top = new
        out[...] = sums / total

    blocks = [*keys[:used], *values[:used]]
    return pl.pallas_call(kernel, jax.ShapeDtypeStruct((n, d), queries.dtype), interpret=True)(queries, *blocks)

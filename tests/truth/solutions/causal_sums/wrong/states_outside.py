"""The states of all blocks are made outside of the kernel.

Class: half_eager
Why: "You may compute nothing from the arrays there."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    b = pl.cdiv(n, size)
    extra = ((0, b * size - n), (0, 0))
    queries, keys, values = (jnp.pad(x, extra) for x in (queries, keys, values))
    each = jnp.einsum("bsd,bse->bde", keys.reshape(b, size, d), values.reshape(b, size, e))
    states = jnp.cumsum(each, axis=0) - each

    def kernel(q, k, v, state, out):
        out[...] = jnp.tril(q[...] @ k[...].T) @ v[...] + q[...] @ state[...]

    rows = lambda w: pl.BlockSpec((size, w), lambda i: (i, 0))
    one = pl.BlockSpec((None, d, e), lambda i: (i, 0, 0))
    return pl.pallas_call(
        kernel,
        jax.ShapeDtypeStruct((b * size, e), jnp.float32),
        grid=(b,),
        in_specs=[rows(d), rows(d), rows(e), one],
        out_specs=rows(e),
        interpret=True,
    )(queries, keys, values, states)[:n]

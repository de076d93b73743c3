"""Each recording looks at all pages.

Class: memory
Why: "The grid has `R * P` steps."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def paged_sums(x, table, rows):
    (n, d), (r, p) = x.shape, table.shape

    def kernel(t, page, out):
        times = jnp.sum(t[0] == pl.program_id(1))
        before = jnp.where(pl.program_id(1) == 0, 0, out[...])
        total = page[...].sum(axis=0, keepdims=True)
        out[...] = before + jnp.where(times > 0, times * total, 0)

    return pl.pallas_call(
        kernel,
        jax.ShapeDtypeStruct((r, d), x.dtype),
        grid=(r, n // rows),
        in_specs=[pl.BlockSpec((1, p), lambda i, j: (i, 0)), pl.BlockSpec((rows, d), lambda i, j: (j, 0))],
        out_specs=pl.BlockSpec((1, d), lambda i, j: (i, 0)),
        interpret=True,
    )(table, x)

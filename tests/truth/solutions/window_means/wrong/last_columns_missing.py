"""The grid has only whole blocks of columns.

Class: numbers
Why: "`N` needn't be a multiple of `rows`, nor `D` of `columns`."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        start = pl.program_id(0) * rows
        place = start + jax.lax.broadcasted_iota(jnp.int32, x_ref.shape, 0)
        total = jnp.where(place < n, x_ref[...], 0.0).sum(axis=0, keepdims=True)
        out_ref[...] = total / jnp.minimum(rows, n - start)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, max(d // columns, 1)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

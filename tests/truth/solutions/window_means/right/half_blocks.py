"""Columns one at a time, whatever `columns` is."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    w = pl.cdiv(n, rows)

    def mean_of_column(x_ref, out_ref):
        start = rows * pl.program_id(1)
        values = jnp.where(start + jnp.arange(rows) < n, x_ref[:, 0], 0)
        out_ref[0, 0] = values.sum() / jnp.minimum(rows, n - start)

    return pl.pallas_call(
        mean_of_column,
        out_shape=jax.ShapeDtypeStruct((w, d), x.dtype),
        grid=(d, w),
        in_specs=[pl.BlockSpec((rows, 1), lambda j, i: (i, j))],
        out_specs=pl.BlockSpec((1, 1), lambda j, i: (i, j)),
        interpret=True,
    )(x)

"""The kernel adds its rows in a Python loop.

Class: growth
Why: "no Python loop over them"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        start, total = pl.program_id(0) * rows, jnp.zeros(columns)
        for r in range(rows):
            total = total + jnp.where(start + r < n, x_ref[r], 0)
        out_ref[0] = total / jnp.minimum(rows, n - start)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

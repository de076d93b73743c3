"""Unrolls the rows of a window in the kernel.

Class: growth
Why: breaches "must not grow with `N` or `rows`: no Python loop over them": the kernel holds an addition for each row of a window.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    def average(x_ref, out_ref):
        begin = rows * pl.program_id(0)
        total = jnp.zeros((1, columns), jnp.float32)
        for r in range(min(rows, x.shape[0])):
            total += jnp.where(begin + r < x.shape[0], x_ref[r : r + 1, :], 0.0)
        out_ref[...] = total / jnp.minimum(rows, x.shape[0] - begin).astype(jnp.float32)

    n, d = x.shape
    windows = pl.cdiv(n, rows)
    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

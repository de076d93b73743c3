"""The mean is taken of the differences to the window's first row: an infinity in that row becomes NaN.
Breaks: "NaNs and infinities are where they belong, and nowhere else."
Class: numbers
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def kernel(x_ref, out_ref):
        exist = jnp.minimum(rows, n - pl.program_id(0) * rows)
        there = (jnp.arange(rows) < exist)[:, None]
        first = x_ref[0:1, :]
        moved = jnp.where(there, x_ref[...] - first, 0)
        out_ref[...] = first + moved.sum(axis=0, keepdims=True) / exist

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

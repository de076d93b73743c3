"""Subtracts the first row of a window before the mean and adds it after, to lose fewer digits.

Class: numbers
Why: where the first row of a window is inf, inf - inf is NaN: the window [inf, inf] or [inf, 1] must give inf, and here it gives NaN.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    def average(x_ref, out_ref):
        begin = rows * pl.program_id(0)
        there = begin + jax.lax.broadcasted_iota(jnp.int32, (rows, 1), 0) < x.shape[0]
        first = x_ref[0:1, :]
        apart = jnp.where(there, x_ref[...] - first, 0.0)
        count = jnp.minimum(rows, x.shape[0] - begin).astype(jnp.float32)
        out_ref[...] = first + jnp.sum(apart, axis=0, keepdims=True) / count

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

"""Pads with the last row, and takes the repeated rows away again in the last window.

Class: numbers
Why: where the last row of a ragged last window is inf, inf - inf is NaN (N = 3, rows 2, last row inf: NaN in place of inf); and a large last row eats the digits of the others.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    rows = min(rows, n)
    windows = pl.cdiv(n, rows)
    missing = windows * rows - n

    def average(x_ref, out_ref):
        is_last = pl.program_id(0) == windows - 1
        block = x_ref[...]
        total = jnp.sum(block, axis=0, keepdims=True)
        full = total / rows
        less = (total - missing * block[rows - 1 :]) / (rows - missing)
        out_ref[...] = jnp.where(is_last & (missing > 0), less, full)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(jnp.pad(x, ((0, missing), (0, 0)), mode="edge"))

"""Right numbers, but a step gets the results of all windows for its columns, which are more than rows * columns if there are many windows.
Breaks: "No array that the kernel gets in one step, be it an operand, a result or scratch memory, has more than `rows * columns` elements."
Class: memory
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    rows, columns = min(rows, n), min(columns, d)
    windows = pl.cdiv(n, rows)

    def kernel(x_ref, out_ref):
        w = pl.program_id(1)
        exist = jnp.minimum(rows, n - w * rows)
        there = (jnp.arange(rows) < exist)[:, None]
        mean = jnp.where(there, x_ref[...], 0).sum(axis=0) / exist
        out_ref[pl.ds(w, 1), :] = mean[None]

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(pl.cdiv(d, columns), windows),
        in_specs=[pl.BlockSpec((rows, columns), lambda j, i: (i, j))],
        out_specs=pl.BlockSpec((windows, columns), lambda j, i: (0, j)),
        interpret=True,
    )(x)

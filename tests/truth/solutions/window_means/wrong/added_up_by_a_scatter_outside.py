"""A scatter outside of the kernel, which looks as if it only moved rows, adds up the windows. The kernel is left with the division.
Breaks: "You may compute nothing from `x` there." (outside of the kernel)
Class: decoy
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    columns = min(columns, d)
    windows = pl.cdiv(n, rows)
    moved = jnp.zeros((windows, d), x.dtype).at[jnp.arange(n) // rows].add(x)

    def kernel(sums_ref, out_ref):
        out_ref[...] = sums_ref[...] / jnp.minimum(rows, n - pl.program_id(0) * rows)

    block = pl.BlockSpec((1, columns), lambda i, j: (i, j))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[block],
        out_specs=block,
        interpret=True,
    )(moved)

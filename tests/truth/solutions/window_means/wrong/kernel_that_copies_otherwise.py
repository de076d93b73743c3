"""A kernel copies the recording block by block, and jnp takes the means of the copy.

Class: decoy
Why: breaches "One kernel does all the work" and "You may compute nothing from `x` there": all sums and quotients are made outside (the numbers are right).
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    rows, columns = min(rows, n), min(columns, d)
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        out_ref[...] = x_ref[...]

    block = pl.BlockSpec((rows, columns), lambda i, j: (i, j))
    copied = pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[block],
        out_specs=block,
        interpret=True,
    )(x)
    cut = jnp.pad(copied, ((0, windows * rows - n), (0, 0))).reshape(windows, rows, d)
    counts = jnp.minimum(rows, n - rows * jnp.arange(windows)).astype(x.dtype)
    return cut.sum(axis=1) / counts[:, None]

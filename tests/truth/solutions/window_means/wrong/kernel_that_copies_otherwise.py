"""Averages with a segment sum before the kernel, which gets the blocks of x for show and copies the means.

Class: decoy
Why: "You may compute nothing from `x` there": sums and quotients are computed outside of the kernel.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def average(x_ref, mean_ref, out_ref):
    out_ref[...] = mean_ref[...]


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    window = jnp.arange(n) // rows
    count = jnp.minimum(rows, n - rows * jnp.arange(windows))
    means = jax.ops.segment_sum(x, window, num_segments=windows) / count[:, None]
    single = pl.BlockSpec((1, columns), lambda i, j: (i, j))
    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j)), single],
        out_specs=single,
        interpret=True,
    )(x, means)

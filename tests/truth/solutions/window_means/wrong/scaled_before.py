"""Each row is divided before the kernel adds up.

Class: half_eager
Why: "You may compute nothing from `x` there."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    counts = jnp.minimum(rows, n - jnp.arange(n) // rows * rows)
    x = jnp.pad(x / counts[:, None], ((0, -n % rows), (0, 0)))

    def average(x_ref, out_ref):
        out_ref[...] = x_ref[...].sum(axis=0, keepdims=True)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

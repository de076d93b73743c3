"""Adds up in the kernel, and divides outside, where the counts are known.

Class: half_eager
Why: breaches "You may compute nothing from `x` there": the sums are divided outside of the kernel (the numbers are right).
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def add(x_ref, out_ref):
        place = rows * pl.program_id(0) + jax.lax.broadcasted_iota(jnp.int32, (rows, columns), 0)
        out_ref[...] = jnp.sum(jnp.where(place < n, x_ref[...], 0.0), axis=0, keepdims=True)

    sums = pl.pallas_call(
        add,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)
    counts = jnp.minimum(rows, n - rows * jnp.arange(windows)).astype(x.dtype)
    return sums / counts[:, None]

"""NaNs and infinities are replaced.

Class: tame
Why: "`x` may hold NaNs and infinities."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        start = pl.program_id(0) * rows
        place = start + jax.lax.broadcasted_iota(jnp.int32, x_ref.shape, 0)
        values = jnp.where(place < n, jnp.nan_to_num(x_ref[...]), 0.0)
        out_ref[...] = values.sum(axis=0, keepdims=True) / jnp.minimum(rows, n - start)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

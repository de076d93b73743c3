"""A product with weights of 0 takes the NaNs over the end along.

Class: numbers
Why: "NaNs and infinities are where they belong"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        start = pl.program_id(0) * rows
        exists = start + jax.lax.broadcasted_iota(jnp.int32, (1, rows), 1) < n
        out_ref[...] = exists.astype(jnp.float32) @ x_ref[...] / jnp.minimum(rows, n - start)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

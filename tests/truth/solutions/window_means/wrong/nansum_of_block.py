"""NaNs are left out, the recording's own as well.

Class: tame
Why: "NaNs and infinities are where they belong"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        total = jnp.nansum(x_ref[...], axis=0, keepdims=True)
        out_ref[...] = total / jnp.minimum(rows, n - pl.program_id(0) * rows)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

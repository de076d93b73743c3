"""A kernel without a grid, which does all at once.

Class: memory
Why: "**A step gets one block.**"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    x = jnp.pad(x, ((0, -n % rows), (0, 0))).reshape(windows, rows, d)

    def average(x_ref, out_ref):
        counts = jnp.minimum(rows, n - rows * jax.lax.broadcasted_iota(jnp.int32, (windows, 1), 0))
        out_ref[...] = x_ref[...].sum(axis=1) / counts

    return pl.pallas_call(average, jax.ShapeDtypeStruct((windows, d), jnp.float32), interpret=True)(x)

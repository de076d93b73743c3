"""There are no BlockSpecs; the kernel cuts its window out of everything.

Class: memory
Why: "**A step gets one block.**"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    x = jnp.pad(x, ((0, -n % rows), (0, 0)))

    def average(x_ref, out_ref):
        i = pl.program_id(0)
        window = x_ref[pl.ds(i * rows, rows), :]
        out_ref[pl.ds(i, 1), :] = window.sum(axis=0, keepdims=True) / jnp.minimum(rows, n - i * rows)

    shape = jax.ShapeDtypeStruct((windows, d), jnp.float32)
    return pl.pallas_call(average, shape, grid=(windows,), interpret=True)(x)

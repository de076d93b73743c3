"""Takes the NaNs that interpret mode reads over the end as the mark of what doesn't exist.

Class: numbers
Why: A NaN in `x` is skipped like the padding, so the window [1, NaN] has the mean 1 instead of NaN.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def average(x_ref, out_ref):
    block = x_ref[...]
    exists = ~jnp.isnan(block)
    count = jnp.sum(exists, axis=0, keepdims=True)
    total = jnp.sum(jnp.where(exists, block, 0.0), axis=0, keepdims=True)
    out_ref[...] = total / count


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

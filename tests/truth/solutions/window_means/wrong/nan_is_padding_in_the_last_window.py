"""Takes NaN for what was read past the end, in the last window only.

Class: numbers
Why: a NaN of x in the last window belongs to its mean: x = [[1], [2], [NaN], [4]] with rows 2 must give [[1.5], [NaN]], and here it gives [[1.5], [4]].
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def average(x_ref, out_ref):
    block = x_ref[...]
    is_last = pl.program_id(0) == pl.num_programs(0) - 1
    there = ~(jnp.isnan(block) & is_last)
    count = jnp.sum(there, axis=0, keepdims=True)
    out_ref[...] = jnp.sum(jnp.where(there, block, 0.0), axis=0, keepdims=True) / count


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

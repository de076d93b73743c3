"""Writes each mean to eight rows, as TPUs like their blocks, and keeps every eighth row outside.

Class: memory
Why: "No array that the kernel gets in one step, be it an operand, a result or scratch memory, has more than `rows * columns` elements": for rows below 8 the block of the result has 8 * columns.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        start = pl.program_id(0) * rows
        place = start + jax.lax.broadcasted_iota(jnp.int32, (rows, columns), 0)
        total = jnp.sum(jnp.where(place < n, x_ref[...], 0.0), axis=0, keepdims=True)
        mean = total / jnp.minimum(rows, n - start)
        out_ref[...] = jnp.broadcast_to(mean, (8, columns))

    means = pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((8 * windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((8, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)
    return means[::8]

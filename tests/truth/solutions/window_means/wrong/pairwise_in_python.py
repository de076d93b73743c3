"""Adds pairwise for the sake of precision: Python halves the block until one row is left.

Class: growth
Why: breaches "Its program, including the kernel's, must not grow with N or rows": the kernel has some more operations each time that rows doubles.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def kernel(x_ref, out_ref):
        there = jnp.minimum(rows, n - pl.program_id(0) * rows)
        place = jax.lax.broadcasted_iota(jnp.int32, (rows, columns), 0)
        block = jnp.where(place < there, x_ref[...], 0)
        while block.shape[0] > 1:
            if block.shape[0] % 2:
                block = jnp.concatenate([block, jnp.zeros((1, columns), jnp.float32)])
            half = block.shape[0] // 2
            block = block[:half] + block[half:]
        out_ref[...] = block / there.astype(jnp.float32)

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda w, c: (w, c))],
        out_specs=pl.BlockSpec((1, columns), lambda w, c: (w, c)),
        interpret=True,
    )(x)

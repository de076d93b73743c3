"""Keeps a running total over all windows, and takes each window's sum as the difference of two totals.

Class: numbers
Why: a NaN or an infinity in an early window makes the means of all later windows of that sensor NaN (and a window of large numbers takes digits from the later ones).
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def kernel(x_ref, mean_ref, total_ref):
        window = pl.program_id(1)

        @pl.when(window == 0)
        def _():
            total_ref[...] = jnp.zeros((1, columns), jnp.float32)

        before = total_ref[...]
        there = jnp.minimum(rows, n - window * rows)
        place = jax.lax.broadcasted_iota(jnp.int32, (rows, columns), 0)
        after = before + jnp.where(place < there, x_ref[...], 0).sum(axis=0, keepdims=True)
        mean_ref[...] = (after - before) / there.astype(jnp.float32)
        total_ref[...] = after

    means, _ = pl.pallas_call(
        kernel,
        out_shape=[jax.ShapeDtypeStruct((windows, d), x.dtype), jax.ShapeDtypeStruct((1, d), x.dtype)],
        grid=(pl.cdiv(d, columns), windows),
        in_specs=[pl.BlockSpec((rows, columns), lambda c, w: (w, c))],
        out_specs=[pl.BlockSpec((1, columns), lambda c, w: (w, c)), pl.BlockSpec((1, columns), lambda c, w: (0, c))],
        interpret=True,
    )(x)
    return means

"""Chooses the rows that exist by their place, and divides before adding, so that large numbers stay finite."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl


def _average(total, x_ref, out_ref):
    rows = x_ref.shape[0]
    begin = rows * pl.program_id(0)
    exists = begin + lax.broadcasted_iota(jnp.int32, x_ref.shape, 0) < total
    count = jnp.minimum(rows, total - begin).astype(jnp.float32)
    parts = jnp.where(exists, x_ref[...], 0.0) / count
    out_ref[...] = parts.sum(axis=0, keepdims=True)


def window_means(x, rows, columns):
    n, d = x.shape
    rows, columns = min(rows, n), min(columns, d)
    grid = pl.cdiv(n, rows), pl.cdiv(d, columns)
    return pl.pallas_call(
        partial(_average, n),
        out_shape=jax.ShapeDtypeStruct((grid[0], d), jnp.float32),
        grid=grid,
        in_specs=[pl.BlockSpec((rows, columns), lambda w, c: (w, c))],
        out_specs=pl.BlockSpec((1, columns), lambda w, c: (w, c)),
        interpret=True,
    )(x)

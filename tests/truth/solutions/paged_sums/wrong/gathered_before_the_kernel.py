"""Copies the listed pages together first, by a gather, and lets the kernel read them in order.

Class: structure
Why: breaches "You may compute nothing from `x` or `table` there": which page is read is decided by a gather outside of the kernel.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    r, p = pl.program_id(0), pl.program_id(1)

    @pl.when(p == 0)
    def _():
        sum_ref[...] = jnp.zeros_like(sum_ref)

    @pl.when(table_ref[r, p] >= 0)
    def _():
        sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


def paged_sums(x, table, rows):
    n, d = x.shape
    recordings, entries = table.shape
    listed = x.reshape(n // rows, rows, d)[table.reshape(-1)].reshape(-1, d)
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=(recordings, entries),
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (r * entries + p, 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((recordings, d), x.dtype)
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, listed)

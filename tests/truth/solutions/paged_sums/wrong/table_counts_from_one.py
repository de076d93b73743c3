"""Adds 1 to the table before the kernel, so that 0 means that there is no page.

Class: structure
Why: breaches "You may compute nothing from `x` or `table` there": the table that goes into the kernel is a sum computed outside.
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

    @pl.when(table_ref[r, p] > 0)
    def _():
        sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p] - 1, 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table + 1, x)

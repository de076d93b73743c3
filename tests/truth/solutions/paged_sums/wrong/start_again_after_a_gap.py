"""Starts from zero in the first entry, and in each entry that follows one that isn't in use.

Class: state
Why: -1 may stand anywhere in a row: for [2, -1, 0] the sum of page 2 is thrown away, and only that of page 0 comes out.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    r, p = pl.program_id(0), pl.program_id(1)
    nothing_yet = table_ref[r, jnp.maximum(p - 1, 0)] < 0

    @pl.when((p == 0) | nothing_yet)
    def _():
        sum_ref[...] = jnp.zeros_like(sum_ref)

    @pl.when(table_ref[r, p] >= 0)
    def _():
        sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, *_: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x)

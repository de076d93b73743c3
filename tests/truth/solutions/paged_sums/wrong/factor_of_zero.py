"""Multiplies what a step adds with 0 where there is no page.

Class: numbers
Why: an entry of -1 reads page 0 and adds 0 times its sum; if page 0 holds a NaN or infinity, the recording gets NaN without listing it.
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

    listed = (table_ref[r, p] >= 0).astype(jnp.float32)
    sum_ref[...] += listed * jnp.sum(page_ref[...], axis=0, keepdims=True)


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x)

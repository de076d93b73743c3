"""Takes the first -1 of a row for the end of the row.

Class: numbers
Why: a row of the table like [2, -1, 0] gives page 2 alone, though -1 may stand anywhere and page 0 is listed.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    r, p = pl.program_id(0), pl.program_id(1)
    entries = table_ref[r, :]
    places = jax.lax.broadcasted_iota(jnp.int32, entries.shape, 0)
    going_on = jnp.all((entries >= 0) | (places > p))

    @pl.when(p == 0)
    def _():
        sum_ref[...] = jnp.zeros_like(sum_ref)

    @pl.when(going_on)
    def _():
        sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


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

"""Sets the sum in the first step, and adds in the others, but both only where there is a page.

Class: numbers
Why: a row of the table like [-1, 3] adds page 3 to a block that nobody has cleared: NaN in interpret mode.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    r, p = pl.program_id(0), pl.program_id(1)

    @pl.when(table_ref[r, p] >= 0)
    def _():
        here = jnp.sum(page_ref[...], axis=0, keepdims=True)
        sum_ref[...] = jnp.where(p == 0, here, sum_ref[...] + here)


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

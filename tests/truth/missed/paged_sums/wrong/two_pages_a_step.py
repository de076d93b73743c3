"""Two pages a step.

Class: other
Why: Hands `x` over twice, so that an even step gets its own page and the next one, and the odd steps only fill up the
grid. Breaks "A step gets one page" and "One step for each entry of the table". The sums are right and both limits are
kept (2 * rows * D + D + R * P in all), so it is seen in the program: two operands with a block of `rows` rows.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    d = x.shape[1]
    last = table.shape[1] - 1

    def add_pages(table_ref, first_ref, second_ref, sum_ref):
        r, p = pl.program_id(0), pl.program_id(1)

        @pl.when(p == 0)
        def _():
            sum_ref[...] = jnp.zeros_like(sum_ref)

        @pl.when((p % 2 == 0) & (table_ref[r, p] >= 0))
        def _():
            sum_ref[...] += jnp.sum(first_ref[...], axis=0, keepdims=True)

        @pl.when((p % 2 == 0) & (p < last) & (table_ref[r, jnp.minimum(p + 1, last)] >= 0))
        def _():
            sum_ref[...] += jnp.sum(second_ref[...], axis=0, keepdims=True)

    def page_at(offset):
        def index_map(r, p, table_ref):
            return jnp.maximum(table_ref[r, jnp.minimum(p + offset, last)], 0), 0

        return pl.BlockSpec((rows, d), index_map)

    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[page_at(0), page_at(1)],
        out_specs=pl.BlockSpec((1, d), lambda r, *_: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(add_pages, out_shape, grid_spec=grid_spec, interpret=True)(table, x, x)

"""On a flat grid the sum is cleared in each step that is a multiple of R, where it should be of P.

Class: layout
Why: Right for square tables; with R != P, such as R == 1 and P == 3, a sum is cleared in the middle of its recording (or, with R > P, not at its start).
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    n_recordings, n_entries = table.shape
    d = x.shape[1]

    def add_page(table_ref, page_ref, sum_ref):
        i = pl.program_id(0)

        @pl.when(jax.lax.rem(i, n_recordings) == 0)
        def _():
            sum_ref[...] = jnp.zeros_like(sum_ref)

        @pl.when(table_ref[i] >= 0)
        def _():
            sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)

    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=(n_recordings * n_entries,),
        in_specs=[pl.BlockSpec((rows, d), lambda i, table_ref: (jnp.maximum(table_ref[i], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda i, table_ref: (jax.lax.div(i, n_entries), 0)),
    )
    out_shape = jax.ShapeDtypeStruct((n_recordings, d), x.dtype)
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table.reshape(-1), x)

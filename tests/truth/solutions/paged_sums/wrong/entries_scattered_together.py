"""The kernel sums each entry by itself, and a scatter that looks like moving adds up the entries of a recording.

Class: decoy
Why: "One kernel does all the work": the sums over the entries of a recording are computed outside of the kernel, by a scatter-add.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def sum_page(table_ref, page_ref, sum_ref):
    used = table_ref[pl.program_id(0), pl.program_id(1)] >= 0
    sum_ref[...] = jnp.where(used, jnp.sum(page_ref[...], axis=0, keepdims=True), 0.0)[None]


def paged_sums(x, table, rows):
    n_recordings, n_entries = table.shape
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, 1, d), lambda r, p, table_ref: (r, p, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((n_recordings, n_entries, d), x.dtype)
    entries = pl.pallas_call(sum_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x)
    # Put each entry where its recording belongs.
    where = jax.lax.broadcasted_iota(jnp.int32, (n_recordings, n_entries), 0)
    return jnp.zeros((n_recordings, d), x.dtype).at[where].add(entries)

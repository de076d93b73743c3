import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def sum_page(table_ref, page_ref, sum_ref):
    used = table_ref[pl.program_id(0), pl.program_id(1)] >= 0
    sum_ref[...] = jnp.where(used, jnp.sum(page_ref[...], axis=0), 0)


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((None, None, d), lambda r, p, table_ref: (r, p, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((*table.shape, d), x.dtype)
    return pl.pallas_call(sum_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x).sum(axis=1)

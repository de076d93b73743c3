import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_up(table_ref, page_ref, out_ref, row_ref):
    entry, last = pl.program_id(1), pl.num_programs(1) - 1
    row_ref[...] = jnp.where(entry == 0, 0.0, row_ref[...])

    @pl.when(table_ref[pl.program_id(0), entry] >= 0)
    def _():
        row_ref[...] += page_ref[...].sum(axis=0)

    @pl.when(entry == last)
    def _():
        out_ref[0, :] = row_ref[...]


def paged_sums(x, table, rows):
    width = x.shape[1]
    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, width), index_map=lambda r, p, t: (jnp.maximum(t[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, width), index_map=lambda r, p, t: (r, 0)),
        scratch_shapes=[pltpu.VMEM((width,), jnp.float32)],
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], width), x.dtype)
    return pl.pallas_call(add_up, out_shape=out_shape, grid_spec=spec, interpret=True)(table, x)

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    """Count rows in the index_map, as `pl.Element` allows."""
    d = x.shape[1]

    def first_row(r, p, table_ref):
        page = table_ref[r, p]
        return (jax.lax.select(page >= 0, page * rows, jnp.zeros_like(page)), 0)

    def accumulate(table_ref, rows_ref, out_ref):
        r, p = pl.program_id(0), pl.program_id(1)

        @pl.when(p == 0)
        def _():
            out_ref[...] = jnp.zeros_like(out_ref)

        @pl.when(table_ref[r, p] >= 0)
        def _():
            out_ref[...] += rows_ref[...].sum(axis=0, keepdims=True)

    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((pl.Element(rows), pl.Element(d)), first_row)],
        out_specs=[pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0))],
    )
    shapes = [jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)]
    (sums,) = pl.pallas_call(accumulate, shapes, grid_spec=spec, interpret=True)(table, x)
    return sums

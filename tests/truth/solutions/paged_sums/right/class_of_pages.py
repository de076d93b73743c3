import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


class Pages:
    def __init__(self, x, table, rows):
        self.rows, self.width = rows, x.shape[1]
        self.grid = table.shape

    def of_entry(self, r, p, table):
        page = table[r, p]
        return jnp.where(page < 0, 0, page), 0

    def of_recording(self, r, p, table):
        return r, 0

    def add(self, table, page, out):
        r, p = pl.program_id(0), pl.program_id(1)

        @pl.when(p == 0)
        def start():
            out[...] = jnp.zeros((1, self.width), out.dtype)

        @pl.when(table[r, p] >= 0)
        def add():
            out[...] = out[...] + page[...].sum(axis=0).reshape(1, -1)


def paged_sums(x, table, rows):
    pages = Pages(x, table, rows)
    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=pages.grid,
        in_specs=[pl.BlockSpec((rows, pages.width), pages.of_entry)],
        out_specs=pl.BlockSpec((1, pages.width), pages.of_recording),
    )
    shape = jax.ShapeDtypeStruct((pages.grid[0], pages.width), x.dtype)
    return pl.pallas_call(pages.add, out_shape=shape, grid_spec=spec, interpret=True)(table, x)

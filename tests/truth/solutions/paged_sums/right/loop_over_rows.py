import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    d = x.shape[1]

    def kernel(table_ref, page_ref, out_ref):
        r, p = pl.program_id(0), pl.program_id(1)

        @pl.when(p == 0)
        def _():
            out_ref[...] = jnp.zeros_like(out_ref)

        @pl.when(table_ref[r, p] >= 0)
        def _():
            @pl.loop(0, rows)
            def _(i):
                out_ref[...] += page_ref[pl.ds(i, 1), :]

    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, t: (jnp.maximum(t[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, t: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(kernel, out_shape, grid_spec=grid_spec, interpret=True)(table, x)

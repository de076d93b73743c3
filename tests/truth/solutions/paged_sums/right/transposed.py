import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    d = x.shape[1]
    recordings, entries = table.shape

    def add(table_ref, page_ref, out_ref):
        r, p = pl.program_id(0), pl.program_id(1)
        page = jnp.where(table_ref[p, r] >= 0, page_ref[...], 0.0)
        total = jnp.sum(page, axis=1, keepdims=True)

        @pl.when(p == 0)
        def _():
            out_ref[...] = total

        @pl.when(p != 0)
        def _():
            out_ref[...] += total

    sums = pl.pallas_call(
        add,
        out_shape=jax.ShapeDtypeStruct((d, recordings), jnp.float32),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=(recordings, entries),
            in_specs=[pl.BlockSpec((d, rows), lambda r, p, t: (0, jnp.maximum(t[p, r], 0)))],
            out_specs=pl.BlockSpec((d, 1), lambda r, p, t: (0, r)),
        ),
        interpret=True,
    )(table.T, x.T)
    return sums.T

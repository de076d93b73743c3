import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    d = x.shape[1]

    def add(_, entry_ref, page_ref, sum_ref):
        @pl.when(pl.program_id(1) == 0)
        def _():
            sum_ref[...] = jnp.zeros_like(sum_ref)

        sum_ref[...] += jnp.where(entry_ref[0, 0] < 0, 0, jnp.sum(page_ref[...], axis=0, keepdims=True))

    entry = pl.BlockSpec((1, 1), lambda r, p, t: (r, p))
    page = pl.BlockSpec((rows, d), lambda r, p, t: (jnp.maximum(t[r, p], 0), 0))
    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[entry, page],
        out_specs=pl.BlockSpec((1, d), lambda r, p, t: (r, 0)),
    )
    shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(add, shape, grid_spec=spec, interpret=True)(table, table, x)

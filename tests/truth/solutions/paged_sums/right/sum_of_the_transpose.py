import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    d = x.shape[1]

    def add(table_ref, page_ref, out_ref):
        used = table_ref[pl.program_id(0), pl.program_id(1)] >= 0
        page = jnp.where(used, page_ref[...], jnp.zeros_like(page_ref))
        start = jnp.where(pl.program_id(1) == 0, jnp.zeros_like(out_ref), out_ref[...])
        out_ref[...] = start + page.T.sum(axis=1)[None, :]

    return pl.pallas_call(
        add,
        jax.ShapeDtypeStruct((table.shape[0], d), x.dtype),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=table.shape,
            in_specs=[pl.BlockSpec((rows, d), lambda r, p, t: (abs(t[r, p]) * (t[r, p] >= 0), 0))],
            out_specs=pl.BlockSpec((1, d), lambda r, p, t: (r, 0)),
        ),
        interpret=True,
    )(table, x)

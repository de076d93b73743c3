"""x is reshaped to pages, so an index map names a page by one number; a `where` leaves unused entries out, after the sum."""
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(table_ref, page_ref, sum_ref):
    r, p = pl.program_id(0), pl.program_id(1)
    in_use = table_ref[r, p] >= 0
    amount = jnp.where(in_use, page_ref[0].sum(axis=0)[None, None], 0.0)
    before = jnp.where(p == 0, 0.0, sum_ref[...])
    sum_ref[...] = before + amount


def paged_sums(x, table, rows):
    n, d = x.shape
    assert n % rows == 0
    pages = x.reshape(n // rows, rows, d)
    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((1, rows, d), lambda r, p, t: (jnp.maximum(t[r, p], 0), 0, 0))],
        out_specs=pl.BlockSpec((1, 1, d), lambda r, p, t: (r, 0, 0)),
    )
    out = jax.ShapeDtypeStruct((table.shape[0], 1, d), jnp.float32)
    sums = pl.pallas_call(kernel, out_shape=out, grid_spec=spec, interpret=True)(table, pages)
    return sums.reshape(-1, d)

"""Appends a page of zeros to the readings, and takes it for entries that aren't in use.

Class: structure
Why: It breaches "no array may have more than N * D elements" outside of the kernel: it copies all readings into an array of (N + rows) * D.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    @pl.when(pl.program_id(1) == 0)
    def _():
        sum_ref[...] = jnp.zeros_like(sum_ref)

    sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


def paged_sums(x, table, rows):
    n, d = x.shape
    empty = n // rows

    def find_page(r, p, table_ref):
        page = table_ref[r, p]
        return jnp.where(page < 0, empty, page), 0

    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), find_page)],
        out_specs=pl.BlockSpec((1, d), lambda r, *_: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    padded = jnp.concatenate([x, jnp.zeros((rows, d), x.dtype)])
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, padded)

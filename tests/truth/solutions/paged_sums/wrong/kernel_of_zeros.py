"""Calls a kernel of the right form, and returns sums that were computed without it.

Class: decoy
Why: breaches "One kernel does all the work": the kernel only copies zeros, and the sums come from a segment sum outside.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    sum_ref[...] = jnp.zeros_like(sum_ref)


def paged_sums(x, table, rows):
    n, d = x.shape
    recordings, entries = table.shape
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((recordings, d), x.dtype)
    nothing = pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x)
    pages = x.reshape(n // rows, rows, d).sum(axis=1)
    listed = jnp.where(table[:, :, None] >= 0, pages[table], 0)
    return nothing + listed.sum(axis=1)

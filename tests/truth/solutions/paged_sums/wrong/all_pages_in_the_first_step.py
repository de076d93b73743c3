"""x is handed over P times, so each step gets all pages of a recording. The first does the work, the others nothing.
Breaks: "**A step gets one page.**"
Class: structure
"""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(table_ref, *refs):
    *pages, sum_ref = refs
    r = pl.program_id(0)

    @pl.when(pl.program_id(1) == 0)
    def _():
        total = jnp.zeros(sum_ref.shape, jnp.float32)
        for i, page in enumerate(pages):
            amount = jnp.sum(page[...], axis=0, keepdims=True)
            total += jnp.where(table_ref[r, i] >= 0, amount, 0.0)
        sum_ref[...] = total


def page_at(i, r, p, table_ref):
    return jnp.maximum(table_ref[r, i], 0), 0


def paged_sums(x, table, rows):
    d = x.shape[1]
    many = table.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), functools.partial(page_at, i)) for i in range(many)],
        out_specs=pl.BlockSpec((1, d), lambda r, p, t: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(kernel, out_shape, grid_spec=grid_spec, interpret=True)(table, *[x] * many)

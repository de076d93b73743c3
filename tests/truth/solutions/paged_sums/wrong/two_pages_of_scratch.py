"""Copies the page to scratch memory, and keeps a running sum of whole pages in a second piece of it.

Class: memory
Why: All arrays of a step have 3 * rows * D + D + R * P elements, more than the 2 * rows * D + 2 * D + R * P allowed if rows > 1; each of them alone is small enough and the numbers are right.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref, copy_ref, running_ref):
    r, p = pl.program_id(0), pl.program_id(1)

    @pl.when(p == 0)
    def _():
        running_ref[...] = jnp.zeros_like(running_ref)

    used = table_ref[r, p] >= 0
    copy_ref[...] = jnp.where(used, page_ref[...], 0.0)
    running_ref[...] += copy_ref[...]

    @pl.when(p == pl.num_programs(1) - 1)
    def _():
        sum_ref[...] = jnp.sum(running_ref[...], axis=0, keepdims=True)


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0)),
        scratch_shapes=[pltpu.VMEM((rows, d), jnp.float32), pltpu.VMEM((rows, d), jnp.float32)],
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x)

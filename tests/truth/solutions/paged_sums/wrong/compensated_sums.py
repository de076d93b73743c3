"""Sums are compensated for rounding, which makes inf - inf: an infinite sum becomes NaN as soon as another page follows.
Breaks: "Row `r` holds the sum of all rows of the pages" / "NaNs and infinities are where they belong, and nowhere else."
Class: numbers
"""
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(table_ref, page_ref, sum_ref, lost_ref):
    r, p = pl.program_id(0), pl.program_id(1)

    @pl.when(p == 0)
    def _():
        sum_ref[...] = jnp.zeros_like(sum_ref)
        lost_ref[...] = jnp.zeros_like(lost_ref)

    @pl.when(table_ref[r, p] >= 0)
    def _():
        amount = jnp.sum(page_ref[...], axis=0, keepdims=True) - lost_ref[...]
        total = sum_ref[...] + amount
        lost_ref[...] = (total - sum_ref[...]) - amount
        sum_ref[...] = total


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, t: (jnp.maximum(t[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, t: (r, 0)),
        scratch_shapes=[pltpu.VMEM((1, d), jnp.float32)],
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    return pl.pallas_call(kernel, out_shape, grid_spec=grid_spec, interpret=True)(table, x)

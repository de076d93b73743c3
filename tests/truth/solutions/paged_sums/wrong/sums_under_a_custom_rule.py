"""A function with a derivative of its own takes the kernel's result, drops it and adds up gathered pages.

Class: custom_rule
Why: "You may compute nothing from x or table" outside of the kernel: the sums that are returned come from a scan of gathers inside `jax.custom_jvp`.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_page(table_ref, page_ref, sum_ref):
    r, p = pl.program_id(0), pl.program_id(1)

    @pl.when(p == 0)
    def _():
        sum_ref[...] = jnp.zeros_like(sum_ref)

    @pl.when(table_ref[r, p] >= 0)
    def _():
        sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)


@jax.custom_jvp
def finished(kernel_sums, pages, table):
    def add(sums, entries):
        page_sums = jax.lax.map(lambda entry: pages[jnp.maximum(entry, 0)].sum(axis=0), entries)
        return jnp.where(entries[:, None] < 0, sums, sums + page_sums), None

    return jax.lax.scan(add, jnp.zeros_like(kernel_sums), table.T)[0]


@finished.defjvp
def finished_jvp(primals, tangents):
    return primals[0], tangents[0]


def paged_sums(x, table, rows):
    d = x.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda r, p, table_ref: (r, 0)),
    )
    out_shape = jax.ShapeDtypeStruct((table.shape[0], d), x.dtype)
    sums = pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)(table, x)
    return finished(sums, x.reshape(-1, rows, d), table)

"""A loop in the kernel, over the rows of the page; it runs no times if there is no page."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    n_recordings, n_entries = table.shape

    def kernel(pages, block, out):
        r, p = pl.program_id(0), pl.program_id(1)
        count = jnp.where(pages[r, p] == -1, 0, rows)
        start = jnp.where(p == 0, jnp.zeros_like(out), out[...])
        out[...] = lax.fori_loop(0, count, lambda i, total: total + block[pl.ds(i, 1), :], start)

    width = x.shape[1]
    return pl.pallas_call(
        kernel,
        jax.ShapeDtypeStruct((n_recordings, width), x.dtype),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=(n_recordings, n_entries),
            in_specs=[pl.BlockSpec((rows, width), lambda r, p, pages: (lax.max(pages[r, p], jnp.int32(0)), 0))],
            out_specs=pl.BlockSpec((1, width), lambda r, p, pages: (r, 0)),
        ),
        interpret=True,
    )(table, x)

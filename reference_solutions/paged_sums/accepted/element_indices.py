"""A block shape of `pl.Element` makes the `index_map` count elements, so here it does multiply by `rows`."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    (recordings, entries), d = table.shape, x.shape[1]

    def first_row(r, p, pages):
        return jnp.maximum(pages[r, p] * rows, 0), 0

    def add(pages, page, total):
        r, p = pl.program_id(0), pl.program_id(1)
        before = jnp.where(p == 0, 0.0, total[0, :])
        total[0, :] = jnp.where(pages[r, p] < 0, before, before + page[:, :].sum(axis=0))

    return pl.pallas_call(
        add,
        out_shape=jax.ShapeDtypeStruct((recordings, d), jnp.float32),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=(recordings, entries),
            in_specs=[pl.BlockSpec((pl.Element(rows), pl.Element(d)), first_row)],
            out_specs=pl.BlockSpec((1, d), lambda r, p, pages: (r, 0)),
        ),
        interpret=True,
    )(table, x)

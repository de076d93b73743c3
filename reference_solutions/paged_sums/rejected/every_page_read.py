import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def paged_sums(x, table, rows):
    (n, d), (r, p) = x.shape, table.shape

    def add_page(table_ref, page_ref, sum_ref):
        page = pl.program_id(0)
        times = jnp.sum(table_ref[...] == page, axis=1, keepdims=True)
        total = jnp.sum(page_ref[...], axis=0, keepdims=True)
        before = jnp.where(page == 0, 0, sum_ref[...])
        sum_ref[...] = before + jnp.where(times > 0, times * total, 0)

    return pl.pallas_call(
        add_page,
        jax.ShapeDtypeStruct((r, d), x.dtype),
        grid=(n // rows,),
        in_specs=[pl.BlockSpec((r, p), lambda page: (0, 0)), pl.BlockSpec((rows, d), lambda page: (page, 0))],
        out_specs=pl.BlockSpec((r, d), lambda page: (0, 0)),
        interpret=True,
    )(table, x)

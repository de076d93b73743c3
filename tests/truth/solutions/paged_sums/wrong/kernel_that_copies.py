"""A kernel copies sums that were computed before.

Class: decoy
Why: "**One kernel does all the work.**"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def paged_sums(x, table, rows):
    pages = x.reshape(-1, rows, x.shape[1]).sum(axis=1)[table]
    sums = jnp.where(table[:, :, None] >= 0, pages, 0).sum(axis=1)

    def copy(x_ref, out_ref):
        out_ref[...] = x_ref[...]

    block = pl.BlockSpec((1, 1), lambda i, j: (i, j))
    return pl.pallas_call(copy, sums, grid=sums.shape, in_specs=[block], out_specs=block, interpret=True)(sums)

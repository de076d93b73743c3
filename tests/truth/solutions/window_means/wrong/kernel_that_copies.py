"""The means are computed before, and a kernel copies them block by block.

Class: decoy
Why: "You may compute nothing from `x` there."
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def copy(x_ref, out_ref):
    out_ref[...] = x_ref[...]


def window_means(x, rows, columns):
    n, d = x.shape
    total = jnp.pad(x, ((0, -n % rows), (0, 0))).reshape(-1, rows, d).sum(axis=1)
    means = total / jnp.minimum(rows, n - rows * jnp.arange(len(total)))[:, None]
    block = pl.BlockSpec((1, 1), lambda i, j: (i, j))
    return pl.pallas_call(copy, means, grid=means.shape, in_specs=[block], out_specs=block, interpret=True)(means)

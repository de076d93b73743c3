import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def copy(x_ref, out_ref):
    out_ref[...] = x_ref[...]


def window_means(x, rows, columns):
    n, d = x.shape
    sums = jnp.pad(x, ((0, -n % rows), (0, 0))).reshape(-1, rows, d).sum(axis=1)
    means = sums / jnp.minimum(rows, n - rows * jnp.arange(len(sums)))[:, None]
    block = pl.BlockSpec((1, columns), lambda i, j: (i, j))
    grid = (len(means), pl.cdiv(d, columns))
    return pl.pallas_call(copy, means, grid=grid, in_specs=[block], out_specs=block, interpret=True)(means)

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape

    def average(x_ref, out_ref):
        left = lax.min(n - lax.mul(pl.program_id(0), rows), rows)
        exists = lax.broadcasted_iota(jnp.int32, (rows, 1), 0) < left
        weights = jnp.where(exists, 1.0 / left, 0.0)
        values = jnp.where(exists, x_ref[...], 0.0)
        out_ref[...] = jnp.sum(weights * values, axis=0)[None]

    grid = (-(-n // rows), -(-d // columns))
    spec = pl.BlockSpec((rows, columns), lambda i, j: (i, j))
    out = pl.BlockSpec((1, columns), lambda i, j: (i, j))
    shape = jax.ShapeDtypeStruct((grid[0], d), x.dtype)
    return pl.pallas_call(average, shape, grid=grid, in_specs=[spec], out_specs=out, interpret=True)(x)

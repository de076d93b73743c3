import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = max(n // rows, 1)

    def average(x_ref, out_ref):
        existing = jnp.minimum(n - rows * pl.program_id(0), rows)
        row = jax.lax.broadcasted_iota(jnp.int32, x_ref.shape, 0)
        values = jnp.where(row < existing, x_ref[...], 0)
        out_ref[...] = values.sum(axis=0, keepdims=True) / existing

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

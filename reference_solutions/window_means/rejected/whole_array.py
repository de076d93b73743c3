import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)

    def average(x_ref, out_ref):
        i = pl.program_id(0)
        row = jax.lax.broadcasted_iota(jnp.int32, x_ref.shape, 0)
        inside = row // rows == i
        values = jnp.where(inside, x_ref[...], 0)
        out_ref[...] = values.sum(axis=0, keepdims=True) / jnp.minimum(n - rows * i, rows)

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows,),
        out_specs=pl.BlockSpec((1, d), lambda i: (i, 0)),
        interpret=True,
    )(x)

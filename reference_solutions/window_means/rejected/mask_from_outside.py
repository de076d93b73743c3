import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    place = jnp.arange(windows * rows).reshape(windows, rows)
    counts = (place < n).sum(axis=1)

    def average(x_ref, out_ref):
        i = pl.program_id(0)
        values = jnp.where(place[i][:, None] < n, x_ref[...], 0)
        out_ref[...] = values.sum(axis=0, keepdims=True) / counts[i]

    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

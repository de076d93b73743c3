import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    rest = n % rows

    def average(x_ref, out_ref):
        last = pl.program_id(0) == n // rows

        @pl.when(last)
        def _():
            out_ref[...] = x_ref[0 : max(rest, 1), :].mean(axis=0, keepdims=True)

        @pl.when(jnp.logical_not(last))
        def _():
            out_ref[...] = x_ref[...].mean(axis=0, keepdims=True)

    windows = n // rows + (rest > 0)
    return pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda i, j: (i, j))],
        out_specs=pl.BlockSpec((1, columns), lambda i, j: (i, j)),
        interpret=True,
    )(x)

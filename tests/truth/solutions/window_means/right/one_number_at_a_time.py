import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    one = (1, 1)

    def add(x_ref, out_ref):
        i = pl.program_id(2) + pl.program_id(0) * rows
        size = jnp.minimum(rows, n - pl.program_id(0) * rows)

        @pl.when(pl.program_id(2) == 0)
        def _():
            out_ref[...] = jnp.zeros(one)

        @pl.when(i < n)
        def _():
            out_ref[...] = out_ref[...] + x_ref[...] / size

    windows = pl.cdiv(n, rows)
    return pl.pallas_call(
        add,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, d, rows),
        in_specs=[pl.BlockSpec(one, lambda w, j, r: (jnp.minimum(w * rows + r, n - 1), j))],
        out_specs=pl.BlockSpec(one, lambda w, j, r: (w, j)),
        interpret=True,
    )(x)

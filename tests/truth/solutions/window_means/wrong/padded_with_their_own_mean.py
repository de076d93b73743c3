"""Pads the last window with the mean of its own rows, so that the kernel's plain mean is right.

Class: half_eager
Why: breaches "You may compute nothing from x there": jnp.pad with mode="mean" computes the last window's mean outside of the kernel, under the name of padding.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, out_ref):
    out_ref[...] = jnp.mean(x_ref[...], axis=0, keepdims=True)


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    rest = n - (windows - 1) * rows
    if rest < rows:
        x = jnp.pad(x, ((0, rows - rest), (0, 0)), mode="mean", stat_length=((1, rest), (1, 1)))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((windows, d), x.dtype),
        grid=(windows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda w, c: (w, c))],
        out_specs=pl.BlockSpec((1, columns), lambda w, c: (w, c)),
        interpret=True,
    )(x)

"""One kernel for the whole windows, and another one for the rest, so that neither needs a mask.

Class: structure
Why: breaches "Call pl.pallas_call once": if N is larger than rows and not a multiple of it, it is called twice.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, out_ref):
    out_ref[...] = jnp.mean(x_ref[...], axis=0, keepdims=True)


def whole_windows(x, rows, columns):
    n, d = x.shape
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n // rows, d), x.dtype),
        grid=(n // rows, pl.cdiv(d, columns)),
        in_specs=[pl.BlockSpec((rows, columns), lambda w, c: (w, c))],
        out_specs=pl.BlockSpec((1, columns), lambda w, c: (w, c)),
        interpret=True,
    )(x)


def window_means(x, rows, columns):
    whole, rest = divmod(x.shape[0], rows)
    parts = []
    if whole:
        parts.append(whole_windows(x[: whole * rows], rows, columns))
    if rest:
        parts.append(whole_windows(x[whole * rows :], rest, columns))
    return jnp.concatenate(parts)

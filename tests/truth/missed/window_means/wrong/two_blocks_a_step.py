"""Two blocks a step.

Class: other
Why: Breaks "**A step gets one block.**" and "never gets more than one block of the recording at a time": the left and
the right half of the sensors are two operands, and each step gets a block of both, 2 * rows * columns numbers of the
recording, though no single array is too large. Seen with D of at least 2, and any N.
"""
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def average(left_ref, right_ref, left_out, right_out, *, n, rows):
    w = pl.program_id(0)
    count = jnp.minimum(rows, n - w * rows).astype(jnp.float32)
    exists = w * rows + jax.lax.broadcasted_iota(jnp.int32, left_ref.shape, 0) < n
    for ref, out in ((left_ref, left_out), (right_ref, right_out)):
        out[...] = jnp.sum(jnp.where(exists, ref[...], 0.0), axis=0, keepdims=True) / count


def window_means(x, rows, columns):
    n, d = x.shape
    windows = pl.cdiv(n, rows)
    half = pl.cdiv(d, 2)
    x = jnp.pad(x, ((0, 0), (0, 2 * half - d)))
    block = pl.BlockSpec((rows, columns), lambda i, j: (i, j))
    single = pl.BlockSpec((1, columns), lambda i, j: (i, j))
    shape = jax.ShapeDtypeStruct((windows, half), x.dtype)
    means = pl.pallas_call(
        functools.partial(average, n=n, rows=rows),
        out_shape=[shape, shape],
        grid=(windows, pl.cdiv(half, columns)),
        in_specs=[block, block],
        out_specs=[single, single],
        interpret=True,
    )(x[:, :half], x[:, half:])
    return jnp.concatenate(means, axis=1)[:, :d]

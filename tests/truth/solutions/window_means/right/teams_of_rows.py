"""Pads to whole blocks with zeros outside, and in the kernel adds up 32 teams of rows, which then meet in pairs."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def window_means(x, rows, columns):
    n, d = x.shape
    windows, strips = -(-n // rows), -(-d // columns)
    members = rows // 32 + 1

    def average(block, mean):
        existing = jnp.minimum(n - rows * pl.program_id(1), rows)
        filler = jnp.zeros((32 * members - rows, columns), jnp.float32)
        tall = jnp.concatenate([block[...], filler])
        sums = tall.reshape(32, members, columns).sum(axis=1)
        for half in (16, 8, 4, 2, 1):
            sums = sums[:half] + sums[half:]
        mean[...] = sums / existing.astype(jnp.float32)

    whole = jnp.pad(x, ((0, windows * rows - n), (0, strips * columns - d)))
    means = pl.pallas_call(
        average,
        out_shape=jax.ShapeDtypeStruct((windows, strips * columns), jnp.float32),
        grid=(strips, windows),
        in_specs=[pl.BlockSpec((rows, columns), lambda strip, window: (window, strip))],
        out_specs=pl.BlockSpec((1, columns), lambda strip, window: (window, strip)),
        interpret=True,
    )(whole)
    return means[:, :d]

"""Pads with zeros and cuts into windows outside; the kernel adds up and divides by the true count."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


@dataclasses.dataclass(frozen=True)
class Mean:
    readings: int
    rows: int

    def __call__(self, window_ref, out_ref):
        left = self.readings - self.rows * pl.program_id(1)
        count = jnp.where(left < self.rows, left, self.rows)
        # A zero that was padded stays a zero, and adds nothing.
        out_ref[...] = jnp.sum(window_ref[...] / count.astype(jnp.float32), axis=0)


def window_means(x, rows, columns):
    n, d = x.shape
    rows, columns = min(rows, n), min(columns, d)
    windows = pl.cdiv(n, rows)
    missing = windows * rows - n
    cut = jnp.pad(x, [(0, missing), (0, 0)]).reshape(windows, rows, d)

    def kernel(window_ref, out_ref):
        Mean(n, rows)(window_ref, out_ref)

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((windows, d), jnp.float32),
        grid=(pl.cdiv(d, columns), windows),
        in_specs=[pl.BlockSpec((None, rows, columns), lambda c, w: (w, 0, c))],
        out_specs=pl.BlockSpec((None, columns), lambda c, w: (w, c)),
        interpret=True,
    )(cut)

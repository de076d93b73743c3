"""Returns the sum of each entry, not of each recording.

Class: structure
Why: "Return a float32 `jax.Array` of shape `(R, D)`"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    d = x.shape[1]
    shape = jax.ShapeDtypeStruct((*table.shape, d), x.dtype)

    def add(t, page, out):
        r, p = pl.program_id(0), pl.program_id(1)
        before = 0
        total = page[...].sum(axis=0, keepdims=True)
        out[...] = before + jnp.where(t[r, p] >= 0, total, 0)

    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=table.shape,
        in_specs=[pl.BlockSpec((rows, d), lambda r, p, t: (jnp.maximum(t[r, p], 0), 0))],
        out_specs=pl.BlockSpec((None, 1, d), lambda r, p, t: (r, p, 0)),
    )
    return pl.pallas_call(add, shape, grid_spec=spec, interpret=True)(table, x)

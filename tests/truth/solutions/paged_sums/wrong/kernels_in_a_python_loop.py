"""A Python loop calls a kernel for each recording.

Class: dispatches
Why: "Call `pl.pallas_call` once"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def make_call(shape, entries, rows, d):
    def add(t, page, out):
        p = pl.program_id(0)
        before = jnp.where(p == 0, 0, out[...])
        out[...] = before + jnp.where(t[p] >= 0, page[...].sum(axis=0), 0)

    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=(entries,),
        in_specs=[pl.BlockSpec((rows, d), lambda p, t: (jnp.maximum(t[p], 0), 0))],
        out_specs=pl.BlockSpec((d,), lambda p, t: (0,)),
    )
    return pl.pallas_call(add, shape, grid_spec=spec, interpret=True)


def paged_sums(x, table, rows):
    d = x.shape[1]
    call = make_call(jax.ShapeDtypeStruct((d,), x.dtype), table.shape[1], rows, d)
    return jnp.stack([call(table[r], x) for r in range(table.shape[0])])

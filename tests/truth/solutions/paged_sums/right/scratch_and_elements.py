"""The map counts rows by `pl.Element`, and a running sum lies in scratch memory until the recording's last step."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    n_recordings, n_entries = table.shape
    width = x.shape[1]

    def kernel(table_ref, page_ref, out_ref, running_ref):
        r, p = pl.program_id(0), pl.program_id(1)
        so_far = jnp.where(p == 0, 0.0, running_ref[...])
        here = page_ref[...].sum(axis=0, keepdims=True)
        running_ref[...] = jnp.where(table_ref[r, p] < 0, so_far, so_far + here)

        @pl.when(p == n_entries - 1)
        def _():
            out_ref[...] = running_ref[...]

    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=(n_recordings, n_entries),
        in_specs=[
            pl.BlockSpec(
                (pl.Element(rows), pl.Element(width)),
                lambda r, p, table_ref: (jnp.maximum(table_ref[r, p], 0) * rows, 0),
            )
        ],
        out_specs=pl.BlockSpec((1, width), lambda r, p, table_ref: (r, 0)),
        scratch_shapes=[pltpu.VMEM((1, width), jnp.float32)],
    )
    result = jax.ShapeDtypeStruct((n_recordings, width), x.dtype)
    return pl.pallas_call(kernel, result, grid_spec=spec, interpret=True)(table, x)

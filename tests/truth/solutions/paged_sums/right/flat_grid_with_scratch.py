"""Numbers the steps in one axis, adds up in scratch memory, and writes a recording's sum in its last step."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x: jax.Array, table: jax.Array, rows: int) -> jax.Array:
    d = x.shape[1]
    recordings, width = table.shape

    def kernel(table_ref, page_ref, out_ref, total_ref):
        step = pl.program_id(0)
        column = lax.rem(step, width)
        listed = table_ref[step] >= 0
        before = jnp.where(column == 0, 0.0, total_ref[...])
        here = jnp.where(listed, page_ref[...].sum(axis=0, keepdims=True), 0.0)
        total_ref[...] = before + here

        @pl.when(column == width - 1)
        def _():
            out_ref[...] = total_ref[...]

    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=(recordings * width,),
        in_specs=[pl.BlockSpec((rows, d), lambda s, pages: (jnp.maximum(pages[s], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda s, pages: (lax.div(s, width), 0)),
        scratch_shapes=[pltpu.VMEM((1, d), jnp.float32)],
    )
    out = jax.ShapeDtypeStruct((recordings, d), jnp.float32)
    return pl.pallas_call(kernel, out_shape=out, grid_spec=spec, interpret=True)(table.reshape(-1), x)

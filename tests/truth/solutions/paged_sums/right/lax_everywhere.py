import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
from jax import lax


def paged_sums(x, table, rows):
    r, p = table.shape
    d = x.shape[1]

    def kernel(table_ref, x_ref, out_ref):
        i, j = pl.program_id(0), pl.program_id(1)
        page = table_ref[i, j]
        total = lax.reduce_sum(x_ref[...], axes=(0,))
        total = lax.select(page >= 0, total, lax.full_like(total, 0))
        before = lax.cond(j > 0, lambda: out_ref[0, :], lambda: jnp.zeros(d, jnp.float32))
        out_ref[0, :] = lax.add(before, total)

    spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1,
        grid=(r, p),
        in_specs=[pl.BlockSpec((rows, d), lambda i, j, t: (lax.clamp(0, t[i, j], x.shape[0] // rows - 1), 0))],
        out_specs=pl.BlockSpec((1, d), lambda i, j, t: (i, 0)),
    )
    return pl.pallas_call(kernel, jax.ShapeDtypeStruct((r, d), x.dtype), grid_spec=spec, interpret=True)(table, x)

"""A second prefetched list, made by NumPy, says for each step which recording it belongs to.

Class: growth
Why: The list is a constant of R * P numbers, so the program grows with R (more than 1024 bytes from R * P > 256 on), and a step's arrays exceed 2 * rows * D + 2 * D + R * P elements as soon as R * P > rows * D + D; the numbers are right.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    n_recordings, n_entries = table.shape
    d = x.shape[1]
    owner = np.repeat(np.arange(n_recordings, dtype=np.int32), n_entries)

    def add_page(table_ref, owner_ref, page_ref, sum_ref):
        i = pl.program_id(0)

        @pl.when(jax.lax.rem(i, n_entries) == 0)
        def _():
            sum_ref[...] = jnp.zeros_like(sum_ref)

        @pl.when(table_ref[i] >= 0)
        def _():
            sum_ref[...] += jnp.sum(page_ref[...], axis=0, keepdims=True)

    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=2,
        grid=(n_recordings * n_entries,),
        in_specs=[pl.BlockSpec((rows, d), lambda i, table_ref, owner_ref: (jnp.maximum(table_ref[i], 0), 0))],
        out_specs=pl.BlockSpec((1, d), lambda i, table_ref, owner_ref: (owner_ref[i], 0)),
    )
    out_shape = jax.ShapeDtypeStruct((n_recordings, d), x.dtype)
    call = pl.pallas_call(add_page, out_shape, grid_spec=grid_spec, interpret=True)
    return call(table.reshape(-1), jnp.asarray(owner), x)

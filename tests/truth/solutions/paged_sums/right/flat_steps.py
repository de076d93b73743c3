import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def paged_sums(x, table, rows):
    R, P = table.shape
    D = x.shape[1]

    def kernel(pages, x_ref, o_ref):
        i = pl.program_id(0)

        @pl.when(jax.lax.rem(i, P) == 0)
        def _():
            o_ref[...] = jnp.zeros((1, D), jnp.float32)

        @pl.when(pages[i] > -1)
        def _():
            o_ref[0, :] += jnp.sum(x_ref[...], axis=0)

    return pl.pallas_call(
        kernel,
        jax.ShapeDtypeStruct((R, D), jnp.float32),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=(R * P,),
            in_specs=[pl.BlockSpec((rows, D), lambda i, pages: (jnp.maximum(pages[i], 0), 0))],
            out_specs=pl.BlockSpec((1, D), lambda i, pages: (i // P, 0)),
        ),
        interpret=True,
    )(table.ravel(), x)

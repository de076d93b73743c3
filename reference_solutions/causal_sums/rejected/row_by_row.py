import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]

    def take_row(q_ref, k_ref, v_ref, out_ref, past_ref):
        @pl.when(pl.program_id(0) == 0)
        def _():
            past_ref[...] = jnp.zeros_like(past_ref)

        past_ref[...] += k_ref[...].T @ v_ref[...]
        out_ref[...] = q_ref[...] @ past_ref[...]

    def row(columns):
        return pl.BlockSpec((1, columns), lambda i: (i, 0))

    return pl.pallas_call(
        take_row,
        out_shape=jax.ShapeDtypeStruct((n, e), values.dtype),
        grid=(n,),
        in_specs=[row(d), row(d), row(e)],
        out_specs=row(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

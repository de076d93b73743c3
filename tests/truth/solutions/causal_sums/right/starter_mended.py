import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    """All pairs of blocks, with a mask by place."""
    (n, d), e = queries.shape, values.shape[1]
    b = pl.cdiv(n, size)

    def take_pair(q_ref, k_ref, v_ref, out_ref):
        step = pl.program_id(0)
        i, j = step // b, step % b
        row, column = i * size + jnp.arange(size), j * size + jnp.arange(size)
        scores = jnp.where(column[None, :] <= row[:, None], q_ref[...] @ k_ref[...].T, 0)
        here = jnp.where(column[:, None] < n, v_ref[...], 0)
        out_ref[...] = jnp.where(j == 0, 0, out_ref[...]) + scores @ here

    row = lambda p: (p // b, 0)
    column = lambda p: (p % b, 0)
    return pl.pallas_call(
        take_pair,
        jax.ShapeDtypeStruct((n, e), values.dtype),
        grid=(b * b,),
        in_specs=[pl.BlockSpec((size, d), row), pl.BlockSpec((size, d), column), pl.BlockSpec((size, e), column)],
        out_specs=pl.BlockSpec((size, e), row),
        interpret=True,
    )(queries, keys, values)

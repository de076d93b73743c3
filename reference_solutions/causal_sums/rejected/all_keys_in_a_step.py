import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]

    def take_block(q_ref, k_ref, v_ref, out_ref):
        query = pl.program_id(0) * size + jnp.arange(size)[:, None]
        scores = jnp.where(jnp.arange(n) <= query, q_ref[...] @ k_ref[...].T, 0)
        out_ref[...] = scores @ v_ref[...]

    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, e), values.dtype),
        grid=(pl.cdiv(n, size),),
        in_specs=[pl.BlockSpec((size, d), lambda i: (i, 0)), pl.BlockSpec(), pl.BlockSpec()],
        out_specs=pl.BlockSpec((size, e), lambda i: (i, 0)),
        interpret=True,
    )(queries, keys, values)

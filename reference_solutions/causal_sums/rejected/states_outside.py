import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    n, d = queries.shape
    e = values.shape[1]
    blocks = pl.cdiv(n, size)
    queries, keys, values = (
        jnp.pad(array, ((0, -n % size), (0, 0))).reshape(blocks, size, -1) for array in (queries, keys, values)
    )
    states = jnp.einsum("bsd,bse->bde", keys, values)
    states = jnp.cumsum(states, axis=0) - states

    def take_block(q_ref, k_ref, v_ref, past_ref, out_ref):
        out_ref[...] = q_ref[...] @ past_ref[...] + jnp.tril(q_ref[...] @ k_ref[...].T) @ v_ref[...]

    def block(rows, columns):
        return pl.BlockSpec((None, rows, columns), lambda i: (i, 0, 0))

    out = pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((blocks, size, e), values.dtype),
        grid=(blocks,),
        in_specs=[block(size, d), block(size, d), block(size, e), block(d, e)],
        out_specs=block(size, e),
        interpret=True,
    )(queries, keys, values, states)
    return out.reshape(-1, e)[:n]

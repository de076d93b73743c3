import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    # This kernel goes through all pairs of a block of queries and a
    # block of keys. Three things are wrong: which keys count, what the
    # first sum is added to, and what the last block has past the end.
    # Half of the steps are in vain, too, which costs score.
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)

    def take_pair(q_ref, k_ref, v_ref, out_ref):
        scores = jnp.tril(q_ref[...] @ k_ref[...].T)
        out_ref[...] += scores @ v_ref[...]

    def by_query(step):
        return step // blocks, 0

    def by_key(step):
        return step % blocks, 0

    return pl.pallas_call(
        take_pair,
        out_shape=jax.ShapeDtypeStruct((n, e), values.dtype),
        grid=(blocks * blocks,),
        in_specs=[pl.BlockSpec((size, d), by_query), pl.BlockSpec((size, d), by_key), pl.BlockSpec((size, e), by_key)],
        out_specs=pl.BlockSpec((size, e), by_query),
        interpret=True,
    )(queries, keys, values)

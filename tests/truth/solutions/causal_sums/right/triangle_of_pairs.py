"""A list of the pairs of blocks on and below the diagonal, in prefetched tables."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    n, d = queries.shape
    e = values.shape[1]
    pairs = np.stack(np.tril_indices(pl.cdiv(n, size))).astype(np.int32)

    def take_pair(of_query_ref, of_key_ref, q_ref, k_ref, v_ref, out_ref):
        pair = pl.program_id(0)
        i, j = of_query_ref[pair], of_key_ref[pair]
        query = i * size + jax.lax.broadcasted_iota(jnp.int32, (size, 1), 0)
        key = j * size + jax.lax.broadcasted_iota(jnp.int32, (1, size), 1)
        value = j * size + jax.lax.broadcasted_iota(jnp.int32, (size, 1), 0)
        scores = jnp.where(key <= query, q_ref[...] @ k_ref[...].T, 0.0)
        so_far = jnp.where(j == 0, 0.0, out_ref[...])
        out_ref[...] = so_far + scores @ jnp.where(value < n, v_ref[...], 0.0)

    def by_query(pair, of_query, of_key):
        return of_query[pair], 0

    def by_key(pair, of_query, of_key):
        return of_key[pair], 0

    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=2,
        grid=(pairs.shape[1],),
        in_specs=[
            pl.BlockSpec((size, d), by_query),
            pl.BlockSpec((size, d), by_key),
            pl.BlockSpec((size, e), by_key),
        ],
        out_specs=pl.BlockSpec((size, e), by_query),
    )
    call = pl.pallas_call(
        take_pair, out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32), grid_spec=grid_spec, interpret=True
    )
    return call(*(jnp.asarray(table) for table in pairs), queries, keys, values)

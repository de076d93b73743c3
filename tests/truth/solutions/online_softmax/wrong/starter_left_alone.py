"""Nothing is mended.

Class: numbers
Why: "each weighted by"
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    (n, d), (b, size, _) = queries.shape, keys.shape

    def take_block(q_ref, k_ref, v_ref, out_ref):
        weights = jnp.exp(q_ref[...] @ k_ref[...].T)
        mean = weights @ v_ref[...] / weights.sum(axis=1, keepdims=True)
        first = pl.program_id(0) == 0
        out_ref[...] = mean + jnp.where(first, 0, out_ref[...])

    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(b,),
        in_specs=[whole, block, block],
        out_specs=whole,
        interpret=True,
    )(queries, keys, values)

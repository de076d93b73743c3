"""Computes the sums outside, and calls a kernel whose products are never chosen and which copies them.

Class: decoy
Why: breaches "one kernel does all the work": the result is jnp.tril(queries @ keys.T) @ values from outside of it, with an array of all N * N scores.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    ready = jnp.tril(queries @ keys.T) @ values

    def take_block(q_ref, k_ref, v_ref, ready_ref, out_ref):
        sums = jnp.tril(q_ref[...] @ k_ref[...].T) @ v_ref[...]
        out_ref[...] = jnp.where(pl.program_id(0) < 0, sums, ready_ref[...])

    return pl.pallas_call(
        take_block,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[
            pl.BlockSpec((size, d), lambda i: (i, 0)),
            pl.BlockSpec((size, d), lambda i: (i, 0)),
            pl.BlockSpec((size, e), lambda i: (i, 0)),
            pl.BlockSpec((size, e), lambda i: (i, 0)),
        ],
        out_specs=pl.BlockSpec((size, e), lambda i: (i, 0)),
        interpret=True,
    )(queries, keys, values, ready)

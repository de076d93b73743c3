"""Keeps the logarithm of the sum of all weights, which holds maximum and sum in one number."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


@jax.jit(static_argnums=3)
def attend(queries, keys, values, length):
    n, d = queries.shape
    size = keys.shape[1]

    def kernel(q_ref, k_ref, v_ref, out_ref, log_ref):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            log_ref[...] = jnp.full((n, 1), -jnp.inf)
            out_ref[...] = jnp.zeros((n, d))

        there = i * size + jax.lax.broadcasted_iota(jnp.int32, (n, size), 1) < length
        scores = jnp.where(there, q_ref[...] @ k_ref[...].T, -jnp.inf)
        block = jax.nn.logsumexp(scores, axis=1, keepdims=True)
        log = jnp.logaddexp(log_ref[...], block)
        values = jnp.where(there[0][:, None], v_ref[...], 0)
        out_ref[...] = out_ref[...] * jnp.exp(log_ref[...] - log) + jnp.exp(scores - log) @ values
        log_ref[...] = log

    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    block = pl.BlockSpec((None, size, d), lambda i: (i, 0, 0))
    call = pl.pallas_call(
        kernel,
        jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(pl.cdiv(length, size),),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )
    return call(queries, keys, values)

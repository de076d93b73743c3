"""Makes the matrices of all earlier blocks outside, by an einsum and a cumulative sum, and hands them to the kernel.

Class: decoy
Why: "One kernel does all the work. ... You may compute nothing from the arrays there", and here the products of keys and values are made outside.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)
    filling = ((0, blocks * size - n), (0, 0))
    queries, keys, values = (jnp.pad(x, filling) for x in (queries, keys, values))

    products = jnp.einsum("bjd,bje->bde", keys.reshape(blocks, size, d), values.reshape(blocks, size, e))
    before = jnp.cumsum(products, axis=0) - products
    before = before.reshape(blocks * d, e)

    def kernel(q_ref, k_ref, v_ref, before_ref, out_ref):
        row = jax.lax.broadcasted_iota(jnp.int32, (size, 1), 0)
        column = jax.lax.broadcasted_iota(jnp.int32, (1, size), 1)
        q = q_ref[...]
        scores = jnp.where(column <= row, q @ k_ref[...].T, 0.0)
        out_ref[...] = scores @ v_ref[...] + q @ before_ref[...]

    def block(height, width):
        return pl.BlockSpec((height, width), lambda step: (step, 0))

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((blocks * size, e), jnp.float32),
        grid=(blocks,),
        in_specs=[block(size, d), block(size, d), block(size, e), block(d, e)],
        out_specs=block(size, e),
        interpret=True,
    )(queries, keys, values, before)[:n]

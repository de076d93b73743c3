"""The state is a second result, of which nobody needs the last one; zeros fill the last block before the kernel."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


@jax.jit(static_argnums=3)
def causal_sums(queries, keys, values, size):
    n, d = queries.shape
    e = values.shape[1]
    queries, keys, values = (jnp.pad(array, ((0, -n % size), (0, 0))) for array in (queries, keys, values))

    def kernel(q, k, v, out, state):
        past = jnp.where(pl.program_id(0) == 0, jnp.zeros((d, e)), state[...])
        weights = jnp.where(jnp.tri(size, dtype=bool), q[...] @ k[...].T, 0)
        out[...] = jnp.dot(weights, v[...]) + jnp.dot(q[...], past)
        state[...] = past + jnp.dot(k[...].T, v[...])

    out, _ = pl.pallas_call(
        kernel,
        [jax.ShapeDtypeStruct(values.shape, values.dtype), jax.ShapeDtypeStruct((d, e), values.dtype)],
        grid=(len(values) // size,),
        in_specs=[pl.BlockSpec((size, width), lambda i: (i, 0)) for width in (d, d, e)],
        out_specs=[pl.BlockSpec((size, e), lambda i: (i, 0)), pl.BlockSpec((d, e), lambda i: (0, 0))],
        interpret=True,
    )(queries, keys, values)
    return out[:n]

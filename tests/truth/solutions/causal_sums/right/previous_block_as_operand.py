import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    """The state takes the block before this one, which is fetched again."""
    (n, d), e = queries.shape, values.shape[1]

    def kernel(q, k, v, old_k, old_v, out, state):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state[...] = jnp.zeros((d, e), jnp.float32)

        old = jnp.where(i == 0, 0, old_k[...])  # blocks before the last are whole
        state[...] += old.T @ jnp.where(i == 0, 0, old_v[...])
        there = i * size + jnp.arange(size)[:, None] < n
        out[...] = q[...] @ state[...] + jnp.tril(q[...] @ k[...].T) @ jnp.where(there, v[...], 0)

    before = lambda width: pl.BlockSpec((size, width), lambda i: (jnp.maximum(i - 1, 0), 0))
    rows = lambda width: pl.BlockSpec((size, width), lambda i: (i, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[rows(d), rows(d), rows(e), before(d), before(e)],
        out_specs=rows(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values, keys, values)

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    """Queries, keys and values lie side by side in one operand."""
    (n, d), e = queries.shape, values.shape[1]
    width = 2 * d + e

    def kernel(block, out, state):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state[...] = jnp.zeros((d, e), jnp.float32)

        there = jax.lax.broadcasted_iota(jnp.int32, (size, width), 0) < n - i * size
        q, k, v = jnp.split(jnp.where(there, block[...], 0), [d, 2 * d], axis=1)
        out[...] = jnp.tril(q @ k.T) @ v + q @ state[...]
        state[...] += k.T @ v

    rows = lambda w: pl.BlockSpec((size, w), lambda i: (i, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[rows(width)],
        out_specs=rows(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(jnp.concatenate([queries, keys, values], axis=1))

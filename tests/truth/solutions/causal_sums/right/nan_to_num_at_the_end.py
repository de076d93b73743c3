import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def causal_sums(queries, keys, values, size):
    """Inputs are finite, so whatever is not lies over the end; scores there are masked."""
    (n, d), e = queries.shape, values.shape[1]

    def kernel(q, k, v, out, state):
        past = jnp.where(pl.program_id(0) == 0, 0, state[...])
        at = jnp.arange(size)
        scores = jnp.where(at[:, None] < at, 0, q[...] @ k[...].T)
        v = jnp.nan_to_num(v[...])
        out[...] = scores @ v + q[...] @ past
        state[...] = past + k[...].T @ v

    rows = lambda width: pl.BlockSpec((size, width), lambda i: (i, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, e), jnp.float32),
        grid=(pl.cdiv(n, size),),
        in_specs=[rows(d), rows(d), rows(e)],
        out_specs=rows(e),
        scratch_shapes=[pltpu.VMEM((d, e), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

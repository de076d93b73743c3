import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    n, d = queries.shape
    s = keys.shape[1]
    grid_spec = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=0,
        grid=(pl.cdiv(length, s),),
        in_specs=[
            pl.BlockSpec((n, d), lambda i: (0, 0)),
            pl.BlockSpec((None, s, d), lambda i: (i, 0, 0)),
            pl.BlockSpec((None, s, d), lambda i: (i, 0, 0)),
        ],
        out_specs=pl.BlockSpec((n, d), lambda i: (0, 0)),
        scratch_shapes=[pltpu.VMEM((2, n), jnp.float32)],
    )

    def kernel(q, k, v, out, state):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            state[0, :] = jnp.full(n, -jnp.inf)
            state[1, :] = jnp.zeros(n)
            out[...] = jnp.zeros((n, d))

        top, total = state[0, :], state[1, :]
        used = jnp.arange(s) < jnp.minimum(s, length - i * s)
        scores = jnp.where(used, jnp.dot(q[...], k[...].T), -jnp.inf)
        new = jnp.maximum(top, jnp.max(scores, axis=1))
        shrink = jnp.exp(top - new)
        weights = jnp.exp(scores - new[:, None])
        state[0, :] = new
        state[1, :] = total * shrink + jnp.sum(weights, axis=1)
        out[...] = out[...] * shrink[:, None] + jnp.dot(weights, jnp.where(used[:, None], v[...], 0.0))

        @pl.when(i == pl.num_programs(0) - 1)
        def _():
            out[...] = out[...] / state[1, :][:, None]

    shape = jax.ShapeDtypeStruct((n, d), queries.dtype)
    return pl.pallas_call(kernel, shape, grid_spec=grid_spec, interpret=True)(queries, keys, values)

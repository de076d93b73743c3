import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    """The cache as one long array of keys, whose last block is ragged."""
    n, d = queries.shape
    size = keys.shape[1]
    keys, values = keys.reshape(-1, d)[:length], values.reshape(-1, d)[:length]
    steps = pl.cdiv(length, size)

    def kernel(q, k, v, out, top, total):
        i = pl.program_id(0)

        @pl.when(i == 0)
        def _():
            top[...] = jnp.full((n, 1), -jnp.inf)
            total[...] = jnp.zeros((n, 1))
            out[...] = jnp.zeros((n, d))

        place = i * size + jax.lax.broadcasted_iota(jnp.int32, (size, d), 0)
        keys = jnp.where(place < length, k[...], 0)
        values = jnp.where(place < length, v[...], 0)
        scores = jnp.where(place[:, 0] < length, q[...] @ keys.T, -jnp.inf)
        new = jnp.maximum(top[...], scores.max(axis=1)[:, None])
        old_part = jnp.exp(top[...] - new)
        weights = jnp.exp(scores - new)
        out[...] = out[...] * old_part + weights @ values
        total[...] = total[...] * old_part + weights.sum(axis=1)[:, None]
        top[...] = new

        @pl.when(i == steps - 1)
        def _():
            out[...] = out[...] / total[...]

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(steps,),
        in_specs=[
            pl.BlockSpec((n, d), lambda i: (0, 0)),
            pl.BlockSpec((size, d), lambda i: (i, 0)),
            pl.BlockSpec((size, d), lambda i: (i, 0)),
        ],
        out_specs=pl.BlockSpec((n, d), lambda i: (0, 0)),
        scratch_shapes=[pltpu.VMEM((n, 1), jnp.float32), pltpu.VMEM((n, 1), jnp.float32)],
        interpret=True,
    )(queries, keys, values)

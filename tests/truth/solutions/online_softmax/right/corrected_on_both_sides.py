import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    """The block is summed up by its own maximum, and two factors bring past and block together."""
    n, d = queries.shape
    s = keys.shape[1]

    def kernel(q, k, v, out, top, total):
        i = pl.program_id(0)
        start = i == 0
        there = i * s + jnp.arange(s) < length
        scores = jnp.where(there, q[...] @ k[...].T, -jnp.inf)
        block_top = scores.max(axis=1)
        weights = jnp.exp(scores - block_top[:, None])
        block_total = weights.sum(axis=1)
        block_out = weights @ jnp.where(there[:, None], v[...], 0)

        past_top = jnp.where(start, -jnp.inf, top[...])
        new = jnp.maximum(past_top, block_top)
        a, b = jnp.exp(past_top - new), jnp.exp(block_top - new)
        past_total = jnp.where(start, 0, total[...])
        past_out = jnp.where(start, 0, out[...])
        top[...] = new
        total[...] = a * past_total + b * block_total
        out[...] = a[:, None] * past_out + b[:, None] * block_out

        @pl.when(i == pl.num_programs(0) - 1)
        def _():
            out[...] = out[...] / total[...][:, None]

    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    block = pl.BlockSpec((None, s, d), lambda i: (i, 0, 0))
    return pl.pallas_call(
        kernel,
        jax.ShapeDtypeStruct((n, d), queries.dtype),
        grid=(pl.cdiv(length, s),),
        in_specs=[whole, block, block],
        out_specs=whole,
        scratch_shapes=[pltpu.VMEM((n,), jnp.float32)] * 2,
        interpret=True,
    )(queries, keys, values)

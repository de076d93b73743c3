import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def attend(queries, keys, values, length):
    n, d = queries.shape
    _, s, _ = keys.shape

    def kernel(q, k, v, out, m, l, acc):
        step = pl.program_id(0)

        @pl.when(step == 0)
        def init():
            for ref, value in ((m, -jnp.inf), (l, 0.0), (acc, 0.0)):
                ref[...] = jnp.full(ref.shape, value, jnp.float32)

        mask = jnp.arange(s) < length - step * s
        scores = jax.lax.dot_general(q[...], k[0], (((1,), (1,)), ((), ())))
        scores = jnp.where(mask, scores, -jnp.inf)
        m_old = m[...]
        m[...] = jnp.maximum(m_old, scores.max(1))
        p = jnp.exp(scores - m[...][:, None])
        alpha = jnp.exp(m_old - m[...])
        l[...] = l[...] * alpha + p.sum(1)
        acc[...] = acc[...] * alpha[:, None] + jnp.dot(p, jnp.where(mask[:, None], v[0], 0.0))

        @pl.when(step == pl.cdiv(length, s) - 1)
        def finish():
            out[...] = acc[...] / l[...][:, None]

    return pl.pallas_call(
        kernel,
        grid=(pl.cdiv(length, s),),
        in_specs=[
            pl.BlockSpec((n, d), lambda i: (0, 0)),
            pl.BlockSpec((1, s, d), lambda i: (i, 0, 0)),
            pl.BlockSpec((1, s, d), lambda i: (i, 0, 0)),
        ],
        out_specs=pl.BlockSpec((n, d), lambda i: (0, 0)),
        out_shape=jax.ShapeDtypeStruct((n, d), queries.dtype),
        scratch_shapes=[
            pltpu.VMEM((n,), jnp.float32),
            pltpu.VMEM((n,), jnp.float32),
            pltpu.VMEM((n, d), jnp.float32),
        ],
        interpret=True,
    )(queries, keys, values)

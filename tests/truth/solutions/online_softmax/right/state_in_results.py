import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    """Maximum and sum are results, too, which nobody uses afterwards."""
    n, d = queries.shape
    s = keys.shape[1]
    steps = pl.cdiv(length, s)

    def kernel(q, k, v, out, top, total):
        i = pl.program_id(0)
        first = i == 0
        m = jnp.where(first, -jnp.inf, top[...])
        l = jnp.where(first, 0.0, total[...])
        o = jnp.where(first, 0.0, out[...])
        inside = jax.lax.broadcasted_iota(jnp.int32, (1, s), 1) + i * s < length
        x = jnp.where(inside, q[...] @ k[...].T, -jnp.inf)
        m_new = jnp.maximum(m, x.max(axis=-1, keepdims=True))
        p = jnp.exp(x - m_new)
        a = jnp.exp(m - m_new)
        l = a * l + p.sum(axis=-1, keepdims=True)
        o = a * o + p @ jnp.where(inside.T, v[...], 0.0)
        top[...] = m_new
        total[...] = l
        out[...] = jnp.where(i == steps - 1, o / l, o)

    fixed = lambda *shape: pl.BlockSpec(shape, lambda i: (0, 0))
    cache = pl.BlockSpec((None, s, d), lambda i: (i, 0, 0))
    out, _, _ = pl.pallas_call(
        kernel,
        [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in ((n, d), (n, 1), (n, 1))],
        grid=(steps,),
        in_specs=[fixed(n, d), cache, cache],
        out_specs=[fixed(n, d), fixed(n, 1), fixed(n, 1)],
        interpret=True,
    )(queries, keys, values)
    return out

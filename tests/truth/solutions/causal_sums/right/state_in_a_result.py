import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def causal_sums(queries, keys, values, size):
    """The state is a second result, which nobody wants in the end."""
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)
    extra = ((0, blocks * size - n), (0, 0))

    def kernel(q, k, v, out, state):
        past = jnp.where(pl.program_id(0) == 0, jnp.zeros((d, e)), state[...])
        out[...] = jnp.tril(q[...] @ k[...].T) @ v[...] + q[...] @ past
        state[...] = past + k[...].T @ v[...]

    def block(width):
        return pl.BlockSpec((size, width), lambda i: (i, 0))

    sums, _ = pl.pallas_call(
        kernel,
        out_shape=(jax.ShapeDtypeStruct((blocks * size, e), jnp.float32), jax.ShapeDtypeStruct((d, e), jnp.float32)),
        grid=(blocks,),
        in_specs=[block(d), block(d), block(e)],
        out_specs=(block(e), pl.BlockSpec((d, e), lambda i: (0, 0))),
        interpret=True,
    )(jnp.pad(queries, extra), jnp.pad(keys, extra), jnp.pad(values, extra))
    return sums[:n]

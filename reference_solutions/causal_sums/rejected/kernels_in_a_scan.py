import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def take_block(past_ref, q_ref, k_ref, v_ref, new_past_ref, out_ref):
    out_ref[...] = q_ref[...] @ past_ref[...] + jnp.tril(q_ref[...] @ k_ref[...].T) @ v_ref[...]
    new_past_ref[...] = past_ref[...] + k_ref[...].T @ v_ref[...]


def causal_sums(queries, keys, values, size):
    (n, d), e = queries.shape, values.shape[1]
    blocks = pl.cdiv(n, size)
    cut = [jnp.pad(array, ((0, -n % size), (0, 0))).reshape(blocks, size, -1) for array in (queries, keys, values)]
    past = jnp.zeros((d, e))
    out_shape = past, jax.ShapeDtypeStruct((size, e), values.dtype)
    call = pl.pallas_call(take_block, out_shape, interpret=True)

    _, out = jax.lax.scan(lambda past, block: call(past, *block), past, cut)
    return out.reshape(-1, e)[:n]

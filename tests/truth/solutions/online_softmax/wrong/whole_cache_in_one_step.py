"""One kernel, a grid of one step, and plain softmax over the whole cache in it.

Class: memory
Why: It breaches "A step gets one block": the step gets B * S * D numbers, and for B > 1 all N * B * S scores are made.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def attend(queries, keys, values, length):
    (n, d), (blocks, size, _) = queries.shape, keys.shape
    room = blocks * size

    def kernel(q_ref, k_ref, v_ref, out_ref):
        used = jnp.arange(room) < length
        scores = jnp.where(used[None, :], q_ref[...] @ k_ref[...].T, -jnp.inf)
        weights = jnp.exp(scores - scores.max(axis=1, keepdims=True))
        out = weights @ jnp.where(used[:, None], v_ref[...], 0)
        out_ref[...] = out / weights.sum(axis=1, keepdims=True)

    cache = pl.BlockSpec((room, d), lambda i: (0, 0))
    whole = pl.BlockSpec((n, d), lambda i: (0, 0))
    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((n, d), jnp.float32),
        grid=(1,),
        in_specs=[whole, cache, cache],
        out_specs=whole,
        interpret=True,
    )(queries, keys.reshape(room, d), values.reshape(room, d))

"""Counts the chunks down in a while_loop.

Class: structure
Why: breaches "The number of steps must be known while JAX traces ... It isn't in `jax.lax.while_loop`".
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = queries.shape[0]
    size = min(size, n)

    def more(carry):
        start, _ = carry
        return start < n

    def chunk(carry):
        start, out = carry
        begin = jnp.minimum(start, n - size)
        some = jax.lax.dynamic_slice_in_dim(queries, begin, size)
        scores = jax.vmap(score, in_axes=(0, None))(some, table)
        return start + size, jax.lax.dynamic_update_slice_in_dim(out, scores, begin, axis=0)

    return jax.lax.while_loop(more, chunk, (jnp.int32(0), jnp.zeros(n, jnp.float32)))[1]

"""A fori_loop as demanded, to look at, whose number of steps depends on the values, so that it is a while_loop.

Class: structure
Why: it breaches "The number of steps must be known while JAX traces": with queries as a tracer the upper bound is one too, and the program holds a while.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    count = queries.shape[0]
    size = min(size, count)
    score_many = jax.vmap(score, in_axes=(0, None))

    def fill(i, scores):
        start = jnp.minimum(i * size, count - size)
        window = jax.lax.dynamic_slice_in_dim(queries, start, size)
        return jax.lax.dynamic_update_slice_in_dim(scores, score_many(window, table), start, axis=0)

    # Adds 0, as no query is above infinity, but only the values tell.
    steps = -(-count // size) + (queries[0, 0] > jnp.inf).astype(jnp.int32)
    return jax.lax.fori_loop(0, steps, fill, jnp.zeros(count, jnp.float32))

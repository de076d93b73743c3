"""Finds out by its length whether an argument is mapped: what is as long as the chunk, is.

Class: layout
Why: where M equals the length of a chunk, min(size, N), the table is mapped as well, and the score gets a single row of it.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    count = len(queries)
    chunk = min(size, count)

    def run(*arguments):
        axes = tuple(0 if len(argument) == chunk else None for argument in arguments)
        return jax.vmap(score, in_axes=axes)(*arguments)

    def write(step, scores):
        start = jnp.minimum(step * chunk, count - chunk)
        part = jax.lax.dynamic_slice_in_dim(queries, start, chunk)
        return jax.lax.dynamic_update_slice_in_dim(scores, run(part, table), start, 0)

    return jax.lax.fori_loop(0, -(-count // chunk), write, jnp.zeros(count, jnp.float32))

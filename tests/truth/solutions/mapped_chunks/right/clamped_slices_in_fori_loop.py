"""A fori_loop with a Python integer as its end cuts slices, moves the last one back, and writes the scores to where it was cut."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def score_all(score, queries, table, size):
    count = queries.shape[0]
    chunk = min(size, count)
    steps = -(-count // chunk)
    score_many = jax.vmap(partial(lambda shared, query: score(query, shared), table))

    def write(step, scores):
        start = jnp.minimum(step * chunk, count - chunk)
        part = lax.dynamic_slice_in_dim(queries, start, chunk)
        return lax.dynamic_update_slice_in_dim(scores, score_many(part), start, axis=0)

    return lax.fori_loop(0, steps, write, jnp.zeros(count, jnp.float32))

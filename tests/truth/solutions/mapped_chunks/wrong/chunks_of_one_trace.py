"""A Python loop over the chunks calls a jitted function, so that `score` is traced once but the program has all chunks.

Class: growth
Why: breaches "The chunks run in a loop of `jax.lax` that is compiled once": under jit it makes N / size calls, one after the other.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = queries.shape[0]
    size = min(size, n)

    @jax.jit
    def chunk(some, table):
        return jax.vmap(score, in_axes=(0, None))(some, table)

    parts = [chunk(queries[start : start + size], table) for start in range(0, n, size)]
    return jnp.concatenate(parts)

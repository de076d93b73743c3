"""Slices chunks by dynamic_slice, puts the rows together and cuts the end off.

Class: numbers
Why: with 5 queries and size 2 the last slice would begin at 4, is moved back to 3, and [4] of the result holds the score of query 3.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n = queries.shape[0]
    size = min(size, n)

    def chunk(i):
        some = jax.lax.dynamic_slice_in_dim(queries, i * size, size)
        return jax.vmap(score, in_axes=(0, None))(some, table)

    return jax.lax.map(chunk, jnp.arange(-(-n // size))).reshape(-1)[:n]

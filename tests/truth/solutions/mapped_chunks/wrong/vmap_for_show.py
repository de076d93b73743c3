"""Runs one small chunk under vmap for show, and computes the result one query at a time without it.

Class: decoy
Why: breaches "Within a chunk, `score` runs under `jax.vmap`": nothing of the vmapped chunk gets into the result.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    chunk = jax.vmap(score, in_axes=(0, None))(queries[: min(size, 2)], table)
    scores = jax.lax.map(lambda query: score(query, table), queries)
    return jnp.where(jnp.isnan(chunk[0]), jnp.float32(jnp.inf), scores)

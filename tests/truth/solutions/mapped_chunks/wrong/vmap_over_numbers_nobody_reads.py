"""Loops over single queries, and calls the score under a vmap over numbers that the score doesn't look at.

Class: decoy
Why: breaches "Within a chunk, `score` runs under `jax.vmap`": there is no chunk, the query isn't mapped, and each step computes one query.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    places = jnp.arange(min(size, len(queries)))

    def step(query):
        return jax.vmap(lambda place: score(query, table))(places)[0]

    return jax.lax.map(step, queries)

"""Chunks only where there are many queries.
Class: example
Why: "At most `size` queries may be computed at the same time".
"""

import jax


def score_all(score, queries, table, size):
    if len(queries) < 1000:
        return jax.vmap(score, (0, None))(queries, table)
    return jax.lax.map(lambda q: score(q, table), queries, batch_size=size)

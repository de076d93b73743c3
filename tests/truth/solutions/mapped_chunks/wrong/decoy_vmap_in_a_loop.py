"""`vmap` runs once beside the loop, and its score is multiplied by zero.
Class: decoy
Why: "Within a chunk, `score` runs under `jax.vmap`".
"""

import jax


def score_all(score, queries, table, size):
    scores = jax.lax.map(lambda query: score(query, table), queries)
    return scores + 0.0 * jax.vmap(score, (0, None))(queries, table).sum()

"""`jax.checkpoint` around the score, which saves nothing going forward.
Class: other
Why: "At most `size` queries may be computed at the same time".
"""

import jax


def score_all(score, queries, table, size):
    return jax.jit(jax.vmap(jax.checkpoint(lambda query: score(query, table))))(queries)

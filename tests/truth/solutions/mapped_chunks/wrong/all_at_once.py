"""`vmap` over all queries, whatever the size.
Class: other
Why: "At most `size` queries may be computed at the same time".
"""

import jax


def score_all(score, queries, table, size):
    return jax.vmap(lambda query: score(query, table))(queries)

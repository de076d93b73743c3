"""The remainder is left out.
Class: numbers
Why: "`N` needn't be a multiple of `size`".
"""

import jax


def score_all(score, queries, table, size):
    n, d = queries.shape
    steps = max(1, n // size)
    chunks = queries[: steps * size].reshape(steps, -1, d)
    return jax.lax.map(jax.vmap(lambda query: score(query, table)), chunks).reshape(-1)

"""The first score is kept for good.
Class: memory
Why: "call the one that you are given".
"""

import jax

KEPT = []


def score_all(score, queries, table, size):
    KEPT.append(score)
    return jax.lax.map(lambda query: KEPT[0](query, table), queries, batch_size=size)

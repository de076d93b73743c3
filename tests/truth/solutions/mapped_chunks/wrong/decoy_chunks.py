"""The chunks are computed and thrown away.
Class: decoy
Why: "memory holds only one chunk at a time".
"""

import jax


def score_all(score, queries, table, size):
    jax.lax.map(lambda query: score(query, table), queries, batch_size=size)
    return jax.vmap(score, in_axes=(0, None))(queries, table)

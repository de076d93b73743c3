"""A callback hands the queries back unchanged, within the chunks.
Class: host
Why: "call back into Python) are not allowed".
"""

import jax


def score_all(score, queries, table, size):
    def one(query):
        same = jax.pure_callback(
            lambda q: q, jax.ShapeDtypeStruct(query.shape, query.dtype), query, vmap_method="expand_dims"
        )
        return score(same, table)

    return jax.lax.map(one, queries, batch_size=size)

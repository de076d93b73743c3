"""A Python loop over the documents.

Class: growth
Why: "its program must not grow with `Q` or `N`"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    wide = queries.astype(jnp.float32)
    query_lengths = jnp.linalg.norm(wide, axis=1)

    def against(document):
        row = document.astype(jnp.float32)
        lengths = query_lengths * jnp.linalg.norm(row)
        return jnp.where(lengths > 0, jnp.matmul(wide, row, precision="highest") / lengths, 0)

    if not len(documents):
        return jnp.zeros((len(queries), 0))
    return jnp.stack([against(document) for document in documents], axis=1)

"""Converts one row at a time in a scan over the documents that is unrolled completely.

Class: growth
Why: breaches "its program must not grow with each query or document": the exported program has a copy of the step for each document.
"""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    queries = queries.astype(jnp.float32)
    lengths = jnp.sqrt(jnp.sum(queries**2, axis=1))

    def score(_, document):
        document = document.astype(jnp.float32)
        both = lengths * jnp.sqrt(jnp.sum(document**2))
        return None, jnp.where(both > 0, jnp.sum(queries * document, axis=1) / both, 0)

    _, scores = jax.lax.scan(score, None, documents, unroll=True)
    return scores.T

"""Scores below 0 become 0.

Class: tame
Why: "The score of a query `q` and a document `d` is"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0).clip(0, 1)

"""A product in float32 is there, times zero; the scores come from 16 bits.

Class: decoy
Why: "**Nothing is rounded to 16 bits.**"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    shown = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    dots = (queries @ documents.T).astype(jnp.float32) + 0 * shown
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)

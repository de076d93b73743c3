"""Divides 0 by 0 for rows of zeros.

Class: tame
Why: "and 0 if `q` or `d` is all zeros"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return dots / lengths

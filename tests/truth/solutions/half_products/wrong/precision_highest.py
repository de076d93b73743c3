"""Asks for precision, and not for another dtype.

Class: dtype
Why: "Return a float32 `jax.Array` of shape `(Q, N)`."
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, precision="highest")
    query_squares = jnp.einsum("qd,qd->q", queries, queries, precision="highest")
    document_squares = jnp.einsum("nd,nd->n", documents, documents, precision="highest")
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0).astype(jnp.float32)

"""Converts all documents only where the limit in bytes has room for the copy: few dimensions, or many queries."""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    q, d = queries.shape
    n = documents.shape[0]
    if 4 * n * d <= 2 * n * d + 4 * q * n + 4 * q * d:
        documents, queries = documents.astype(jnp.float32), queries.astype(jnp.float32)

    def lengths(rows):
        return jnp.sqrt(jnp.einsum("rd,rd->r", rows, rows, preferred_element_type=jnp.float32))

    dots = jnp.einsum("qd,nd->qn", queries, documents, preferred_element_type=jnp.float32)
    product = lengths(queries)[:, None] * lengths(documents)
    return jnp.where(product > 0, dots / jnp.where(product > 0, product, 1.0), 0.0)

"""Short rows are divided by 1e-4 instead of their lengths.

Class: tame
Why: "A row that isn't all zeros has a length between 1e-6 and 1e8."
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    lengths = jnp.maximum(jnp.sqrt(query_squares), 1e-4)[:, None] * jnp.maximum(jnp.sqrt(document_squares), 1e-4)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)

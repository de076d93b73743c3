"""The dots are right, but the documents are converted to square them.

Class: flops
Why: "No array in the program is as large as `documents` in float32"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.sum(documents.astype(jnp.float32) ** 2, axis=1)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)

"""All rows are brought to float16 first, where large ones are infinite and small ones are 0.

Class: dtype
Why: "Both have the same dtype: bfloat16 or float16."
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    queries, documents = queries.astype(jnp.float16), documents.astype(jnp.float16)
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)

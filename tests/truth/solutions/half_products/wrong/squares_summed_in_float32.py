"""Each square is rounded to 16 bits, and in float16 it is infinite, before the sum in float32.

Class: dtype
Why: "So its square fits in float32, but not always in float16."
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_squares = jnp.sum(queries * queries, axis=1, dtype=jnp.float32)
    document_squares = jnp.sum(documents * documents, axis=1, dtype=jnp.float32)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)

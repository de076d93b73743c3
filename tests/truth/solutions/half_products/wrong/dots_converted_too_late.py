"""The lengths are right, but the dots are converted after the product.

Class: dtype
Why: "**Nothing is rounded to 16 bits.** Products, sums, lengths and quotients are computed in float32."
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = (queries @ documents.T).astype(jnp.float32)
    query_squares = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    document_squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)

"""The truth of `half_products`: everything in float32 from the start."""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    """Return the cosine of the angle between each query and each document."""
    wide_queries, wide_documents = queries.astype(jnp.float32), documents.astype(jnp.float32)
    dots = jnp.matmul(wide_queries, wide_documents.T, precision="highest")
    query_lengths = jnp.sqrt(jnp.sum(wide_queries**2, axis=1))
    document_lengths = jnp.sqrt(jnp.sum(wide_documents**2, axis=1))
    lengths = query_lengths[:, None] * document_lengths
    empty = lengths == 0
    return jnp.where(empty, 0, dots / jnp.where(empty, 1, lengths))

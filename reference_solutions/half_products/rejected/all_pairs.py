import jax.numpy as jnp


def measure_rows(rows):
    squares = jnp.einsum("nd,nd->n", rows, rows, preferred_element_type=jnp.float32)
    return jnp.sqrt(squares)


def cosine_scores(queries, documents):
    wide_queries, wide_documents = queries.astype(jnp.float32), documents.astype(jnp.float32)
    dots = jnp.sum(wide_queries[:, None, :] * wide_documents, axis=2)
    lengths = measure_rows(queries)[:, None] * measure_rows(documents)
    return jnp.where(lengths > 0, dots / lengths, 0)

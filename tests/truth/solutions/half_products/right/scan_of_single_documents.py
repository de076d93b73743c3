"""Style: an old-fashioned beginner's loop, one document a step, everything named."""
import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    wide_queries = queries.astype(jnp.float32)
    query_lengths = jnp.sqrt(jnp.sum(wide_queries * wide_queries, axis=1))

    def one_document(nothing, document):
        wide_document = document.astype(jnp.float32)
        document_length = jnp.sqrt(jnp.sum(wide_document * wide_document))
        dots = jnp.sum(wide_queries * wide_document, axis=1)
        lengths = query_lengths * document_length
        is_zero = lengths == 0.0
        safe_lengths = jnp.where(is_zero, 1.0, lengths)
        column = jnp.where(is_zero, 0.0, dots / safe_lengths)
        return nothing, column

    nothing, columns = jax.lax.scan(one_document, None, documents)
    return jnp.transpose(columns)

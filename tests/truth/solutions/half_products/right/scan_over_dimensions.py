"""A scan over the dimensions adds up three sums at once, in float32."""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    def add(sums, columns):
        query, document = (column.astype(jnp.float32) for column in columns)
        dots, query_squares, document_squares = sums
        dots = dots + query[:, None] * document[None, :]
        return (dots, query_squares + query**2, document_squares + document**2), None

    q, n = queries.shape[0], documents.shape[0]
    start = (jnp.zeros((q, n)), jnp.zeros(q), jnp.zeros(n))
    (dots, query_squares, document_squares), _ = jax.lax.scan(add, start, (queries.T, documents.T))
    lengths = jnp.sqrt(query_squares)[:, None] * jnp.sqrt(document_squares)[None, :]
    return jnp.where(lengths > 0, dots, 0) / jnp.where(lengths > 0, lengths, 1)

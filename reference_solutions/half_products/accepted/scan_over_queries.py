"""A scan over the queries, with the documents' lengths from a batched product."""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    squares = jnp.matmul(documents[:, None, :], documents[:, :, None], preferred_element_type=jnp.float32)
    lengths = jnp.sqrt(squares.reshape(-1))

    def step(_, query):
        dots = jnp.dot(documents, query, preferred_element_type=jnp.float32)
        length = jnp.sqrt(jnp.dot(query, query, preferred_element_type=jnp.float32))
        both = length * lengths
        return None, jnp.where(both > 0, dots / both, jnp.zeros_like(dots))

    return jax.lax.scan(step, None, queries)[1]

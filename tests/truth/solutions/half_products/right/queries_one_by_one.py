"""A loop over the queries, each by a product of matrix and vector; lengths by segments of two."""

import jax
import jax.numpy as jnp


def widely(function, *arrays):
    return function(*arrays, preferred_element_type=jnp.float32)


def cosine_scores(queries, documents):
    with jax.numpy_dtype_promotion("strict"):
        lengths = jnp.sqrt(widely(jnp.vecdot, documents, documents))
        present = lengths > 0

        def rank(query):
            own = jnp.sqrt(widely(jnp.vdot, query, query))
            scores = widely(jnp.dot, documents, query) / (own * lengths)
            return jnp.where(present & (own > 0), scores, 0.0)

        return jax.lax.map(rank, queries)

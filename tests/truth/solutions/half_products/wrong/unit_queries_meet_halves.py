"""Brings the queries to length 1 in float32, and multiplies them by the documents as they are.

Class: dtype
Why: lax.dot_general gets a float32 and a 16-bit array ("No operation may mix arrays of different dtypes"), so XLA converts all documents; the strict mode of jnp doesn't see it.
"""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    queries = queries.astype(jnp.float32)
    lengths = jnp.sqrt(jnp.sum(queries**2, axis=1, keepdims=True))
    units = jnp.where(lengths > 0, queries / jnp.where(lengths > 0, lengths, 1), 0)
    dots = jax.lax.dot_general(
        units, documents, (((1,), (1,)), ((), ())), preferred_element_type=jnp.float32
    )
    squares = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    return jnp.where(squares > 0, dots / jnp.sqrt(jnp.where(squares > 0, squares, 1)), 0)

"""The zero for empty rows is an array of the documents' dtype, which JAX converts silently.
Breaks "No operation may mix arrays of different dtypes".
Class: dtype
"""
import jax.numpy as jnp


def cosine_scores(queries, documents):
    def lengths(rows):
        return jnp.sqrt(jnp.einsum("rd,rd->r", rows, rows, preferred_element_type=jnp.float32))

    dots = jnp.einsum("qd,nd->qn", queries, documents, preferred_element_type=jnp.float32)
    product = lengths(queries)[:, None] * lengths(documents)
    scores = dots / jnp.where(product > 0, product, 1.0)
    nothing = jnp.zeros((), documents.dtype)
    return jnp.where(product > 0, scores, nothing)

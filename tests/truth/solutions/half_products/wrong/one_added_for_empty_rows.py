"""Adds True to the lengths that are 0, so that nothing is divided by 0.

Class: dtype
Why: breaches "No operation may mix arrays of different dtypes": an array of booleans is added to one of float32, which JAX converts silently; the numbers are right.
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    q = jnp.sqrt(jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32))
    d = jnp.sqrt(jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32))
    lengths = q[:, None] * d[None, :]
    return dots / (lengths + (lengths == 0))

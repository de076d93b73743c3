"""Asks with all() in place of any() whether there is something in a row.

Class: numbers
Why: a row that has a single 0 among its numbers, such as [3, 0, 4], is taken for empty and gets 0 everywhere.
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    q = jnp.sqrt(jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32))
    d = jnp.sqrt(jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32))
    some = (queries != 0).all(axis=1)[:, None] & (documents != 0).all(axis=1)[None, :]
    return jnp.where(some, dots / (q[:, None] * d[None, :]), 0)

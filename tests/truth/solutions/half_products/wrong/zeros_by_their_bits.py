"""Sees by the bits whether a row is all zeros.

Class: numbers
Why: a row that holds -0.0, such as [-0.0, 0.0], is all zeros, but not all of its bits are, so its scores are 0 / 0 and come out as NaN.
"""

import jax
import jax.numpy as jnp


def has_something(rows):
    return (jax.lax.bitcast_convert_type(rows, jnp.uint16) != 0).any(axis=1)


def cosine_scores(queries, documents):
    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    q = jnp.sqrt(jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32))
    d = jnp.sqrt(jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32))
    some = has_something(queries)[:, None] & has_something(documents)[None, :]
    return jnp.where(some, dots / (q[:, None] * d[None, :]), 0)

"""Rows of length 1 are stored in 16 bits again, and then multiplied in float32.

Class: dtype
Why: "**Nothing is rounded to 16 bits.**"
"""

import jax.numpy as jnp


def unit(rows):
    length = jnp.sqrt(jnp.vecdot(rows, rows, preferred_element_type=jnp.float32))
    inverse = jnp.where(length > 0, 1 / length, 0).astype(rows.dtype)
    return rows * inverse[:, None]


def cosine_scores(queries, documents):
    return jnp.matmul(unit(queries), unit(documents).T, preferred_element_type=jnp.float32)

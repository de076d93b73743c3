"""Keeps the denominator from becoming 0 by a floor of 1e-8, as other libraries do.

Class: numbers
Why: two rows of length 1e-6, which the statement allows, have a denominator of 1e-12, and a cosine of 1 comes out as 1e-4.
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    def lengths(rows):
        return jnp.sqrt(jnp.einsum("nd,nd->n", rows, rows, preferred_element_type=jnp.float32))

    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    return dots / jnp.maximum(lengths(queries)[:, None] * lengths(documents), 1e-8)

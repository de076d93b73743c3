"""Takes a row for empty if its largest number is 0.

Class: numbers
Why: "0 if `q` or `d` is all zeros": a row without positive numbers that holds one 0, as [-3, 0], gets 0 in
place of its cosines.
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    def lengths(rows):
        return jnp.sqrt(jnp.einsum("nd,nd->n", rows, rows, preferred_element_type=jnp.float32))

    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    empty = (queries.max(axis=1) == 0)[:, None] | (documents.max(axis=1) == 0)
    products = lengths(queries)[:, None] * lengths(documents)
    return jnp.where(empty, 0, dots / jnp.where(empty, 1, products))

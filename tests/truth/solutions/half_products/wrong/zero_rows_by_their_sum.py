"""Takes rows that add up to 0 for zeros.

Class: numbers
Why: 'A row that merely adds up to 0 isn't': the score of [1, -1] and [1, -1] is 0 instead of 1.
"""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    dots = jnp.einsum("qd,nd->qn", queries, documents, preferred_element_type=jnp.float32)
    q2 = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    d2 = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    q_empty = jnp.sum(queries, axis=1, dtype=jnp.float32) == 0
    d_empty = jnp.sum(documents, axis=1, dtype=jnp.float32) == 0
    empty = q_empty[:, None] | d_empty[None, :]
    below = jnp.sqrt(q2)[:, None] * jnp.sqrt(d2)[None, :]
    return jnp.where(empty, 0.0, dots / jnp.where(empty, 1.0, below))

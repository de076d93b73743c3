"""Has a floor of 1e-8 under the product of the lengths.

Class: tame
Why: Two rows of length 1e-6 have lengths with the product 1e-12, so that their score is ten thousand times too small.
"""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    dots = jnp.einsum("qd,nd->qn", queries, documents, preferred_element_type=jnp.float32)
    q2 = jnp.einsum("qd,qd->q", queries, queries, preferred_element_type=jnp.float32)
    d2 = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    return dots / jnp.maximum(jnp.sqrt(q2)[:, None] * jnp.sqrt(d2), 1e-8)

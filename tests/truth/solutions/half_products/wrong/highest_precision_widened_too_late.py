"""Asks for the highest precision, and stores the 16-bit products in 32 bits.

Class: dtype
Why: 'Nothing is rounded to 16 bits': precision says nothing about the result, which is rounded (or infinite in float16) before astype.
"""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    def product(form, a, b):
        return jnp.einsum(form, a, b, precision="highest").astype(jnp.float32)

    dots = product("qd,nd->qn", queries, documents)
    q2, d2 = product("qd,qd->q", queries, queries), product("nd,nd->n", documents, documents)
    below = jnp.sqrt(q2)[:, None] * jnp.sqrt(d2)
    return jnp.where(below > 0, dots / jnp.where(below > 0, below, 1.0), 0.0)

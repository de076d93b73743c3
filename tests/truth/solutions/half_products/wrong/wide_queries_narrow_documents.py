"""Converts the queries, and multiplies them by documents in 16 bits.

Class: dtype
Why: 'No operation may mix arrays of different dtypes': the product mixes float32 and 16 bits, and all documents are converted silently.
"""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    wide = queries.astype(jnp.float32)
    dots = wide @ documents.T
    d2 = jnp.einsum("nd,nd->n", documents, documents, preferred_element_type=jnp.float32)
    below = jnp.linalg.norm(wide, axis=1)[:, None] * jnp.sqrt(d2)
    return jnp.where(below > 0, dots / jnp.where(below > 0, below, 1.0), 0.0)

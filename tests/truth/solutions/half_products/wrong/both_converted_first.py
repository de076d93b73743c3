"""Converts all documents before the product.

Class: flops
Why: "**The documents are not converted as a whole.**"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    queries, documents = queries.astype(jnp.float32), documents.astype(jnp.float32)
    lengths = jnp.linalg.norm(queries, axis=1)[:, None] * jnp.linalg.norm(documents, axis=1)
    return jnp.where(lengths > 0, queries @ documents.T / lengths, 0)

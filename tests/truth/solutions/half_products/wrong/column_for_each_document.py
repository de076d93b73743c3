"""Takes one document after the other in Python.

Class: growth
Why: 'Its program must not grow with Q or N': there is a product for each document; with N = 0 stack has nothing to stack.
"""

import jax
import jax.numpy as jnp

def cosine_scores(queries, documents):
    wide = queries.astype(jnp.float32)
    lengths = jnp.linalg.norm(wide, axis=1)

    def column(n):
        row = documents[n].astype(jnp.float32)
        below = lengths * jnp.linalg.norm(row)
        return jnp.where(below > 0, (wide @ row) / jnp.where(below > 0, below, 1.0), 0.0)

    return jnp.stack([column(n) for n in range(documents.shape[0])], axis=1)

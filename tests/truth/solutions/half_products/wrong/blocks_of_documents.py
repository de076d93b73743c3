"""Converts 64 documents at a time, in a Python loop.

Class: memory
Why: up to N = 64 the only block is all documents in float32, 4 * N * D bytes ("The documents are not converted as a whole"), and for more the program grows with N by a Python loop.
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    queries = queries.astype(jnp.float32)
    query_lengths = jnp.sqrt(jnp.sum(queries**2, axis=1))
    parts = [jnp.zeros((queries.shape[0], 0), jnp.float32)]
    for first in range(0, documents.shape[0], 64):
        block = documents[first : first + 64].astype(jnp.float32)
        lengths = query_lengths[:, None] * jnp.sqrt(jnp.sum(block**2, axis=1))
        dots = queries @ block.T
        parts.append(jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0))
    return jnp.concatenate(parts, axis=1)

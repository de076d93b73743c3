"""Two halves.

Class: other
Why: Breaks "they may be transposed in 16 bits, but not converted to 32" (and "The documents are not converted as a
whole"): the documents are converted in two halves, each of which takes just as many bytes as the limit has for the
16-bit whole. Both copies together are the forbidden one. Seen at Q = 1, N = 1000, D = 64, in the program only.
"""

import jax.numpy as jnp


def _scores(queries, documents):
    rows = documents.astype(jnp.float32)
    lengths = jnp.linalg.norm(rows, axis=1)
    dots = queries @ rows.T
    return jnp.where(lengths > 0, dots / jnp.where(lengths > 0, lengths, 1), 0)


def cosine_scores(queries, documents):
    wide = queries.astype(jnp.float32)
    lengths = jnp.linalg.norm(wide, axis=1, keepdims=True)
    units = jnp.where(lengths > 0, wide / jnp.where(lengths > 0, lengths, 1), 0)
    half = documents.shape[0] // 2
    parts = [documents[:half], documents[half : 2 * half], documents[2 * half :]]
    return jnp.concatenate([_scores(units, part) for part in parts], axis=1)

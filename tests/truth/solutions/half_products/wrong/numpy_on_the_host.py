"""A callback computes the scores with NumPy.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed."
"""

import jax
import jax.numpy as jnp
import numpy as np


def on_host(queries, documents):
    queries, documents = (np.asarray(rows, np.float32) for rows in (queries, documents))
    lengths = np.outer(np.linalg.norm(queries, axis=1), np.linalg.norm(documents, axis=1))
    return (queries @ documents.T / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def cosine_scores(queries, documents):
    shape = jax.ShapeDtypeStruct((queries.shape[0], documents.shape[0]), jnp.float32)
    return jax.pure_callback(on_host, shape, queries, documents)

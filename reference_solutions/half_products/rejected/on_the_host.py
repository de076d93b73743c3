import jax
import jax.numpy as jnp
import numpy as np


def compute(queries, documents):
    queries, documents = (np.asarray(x, np.float32) for x in (queries, documents))
    lengths = np.outer(np.linalg.norm(queries, axis=1), np.linalg.norm(documents, axis=1))
    return np.where(lengths > 0, queries @ documents.T / np.where(lengths > 0, lengths, 1), np.float32(0))


def cosine_scores(queries, documents):
    result = jax.ShapeDtypeStruct((len(queries), len(documents)), jnp.float32)
    return jax.pure_callback(compute, result, queries, documents)

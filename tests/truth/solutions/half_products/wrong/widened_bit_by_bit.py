"""Widens all documents by their bits or by a product with a one, which is a conversion in disguise.

Class: decoy
Why: "No array in the program is as large as `documents` in float32"
"""

import jax
import jax.numpy as jnp


def widen(rows):
    if rows.dtype == jnp.bfloat16:
        bits = jax.lax.bitcast_convert_type(rows, jnp.uint16).astype(jnp.uint32) << 16
        return jax.lax.bitcast_convert_type(bits, jnp.float32)
    one = jnp.ones((1, 1), rows.dtype)
    return jnp.matmul(rows[:, :, None], one, preferred_element_type=jnp.float32)[..., 0]


def cosine_scores(queries, documents):
    queries, documents = widen(queries), widen(documents)
    lengths = jnp.linalg.norm(queries, axis=1)[:, None] * jnp.linalg.norm(documents, axis=1)
    return jnp.where(lengths > 0, jnp.matmul(queries, documents.T, precision="highest") / lengths, 0)

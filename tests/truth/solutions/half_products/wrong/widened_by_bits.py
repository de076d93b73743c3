"""Makes float32 documents of the bits of bfloat16 ones, so that no conversion shows.

Class: memory
Why: bfloat16 documents are widened as a whole, to arrays of 4 * N * D bytes in uint32 and float32; the statement says that no array is as large as the documents in float32.
"""

import jax
import jax.numpy as jnp


def _wide(rows):
    if rows.dtype != jnp.bfloat16:
        return rows
    bits = jax.lax.bitcast_convert_type(rows, jnp.uint16).astype(jnp.uint32)
    return jax.lax.bitcast_convert_type(bits << 16, jnp.float32)


def cosine_scores(queries, documents):
    queries, documents = _wide(queries), _wide(documents)

    def lengths(rows):
        return jnp.sqrt(jnp.einsum("nd,nd->n", rows, rows, preferred_element_type=jnp.float32))

    dots = jnp.matmul(queries, documents.T, preferred_element_type=jnp.float32)
    both = lengths(queries)[:, None] * lengths(documents)
    return jnp.where(both > 0, dots / jnp.where(both > 0, both, 1), 0)

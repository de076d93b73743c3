"""Widens the documents by their bits instead of astype.

Class: memory
Why: 'No array in the program is as large as documents in float32': the bits are shifted into an array of 32-bit numbers of that size, for float16 field by field.
"""

import jax
import jax.numpy as jnp

def widen(rows):
    if rows.dtype == jnp.bfloat16:
        bits = jax.lax.bitcast_convert_type(rows, jnp.uint16).astype(jnp.uint32)
        return jax.lax.bitcast_convert_type(bits << 16, jnp.float32)
    bits = jax.lax.bitcast_convert_type(rows, jnp.uint16).astype(jnp.int32)
    exponent, fraction = (bits >> 10) & 31, bits & 1023
    whole = jnp.where(exponent > 0, fraction + 1024, fraction).astype(jnp.float32)
    size = whole * jax.lax.bitcast_convert_type((jnp.maximum(exponent, 1) + 102) << 23, jnp.float32)
    return jnp.where(bits >> 15 == 1, -size, size)


def cosine_scores(queries, documents):
    q, d = widen(queries), widen(documents)
    below = jnp.linalg.norm(q, axis=1)[:, None] * jnp.linalg.norm(d, axis=1)
    return jnp.where(below > 0, (q @ d.T) / jnp.where(below > 0, below, 1.0), 0.0)

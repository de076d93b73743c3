"""The dots are right, and the lengths come from norms in 16 bits.

Class: dtype
Why: "Products, sums, lengths and quotients are computed in float32."
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    dots = jnp.einsum("qd,nd->qn", queries, documents, preferred_element_type=jnp.float32)
    lengths = [jnp.linalg.norm(rows, axis=1).astype(jnp.float32) for rows in (queries, documents)]
    scale = jnp.outer(*lengths)
    return jnp.where(scale > 0, dots / scale, 0)

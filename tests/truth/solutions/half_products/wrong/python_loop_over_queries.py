"""A Python loop over the queries.

Class: growth
Why: "its program must not grow with `Q` or `N`"
"""

import jax.numpy as jnp


def cosine_scores(queries, documents):
    lengths = jnp.sqrt(jnp.vecdot(documents, documents, preferred_element_type=jnp.float32))
    scores = []
    for i in range(queries.shape[0]):
        query = queries[i]
        own = jnp.sqrt(jnp.vdot(query, query, preferred_element_type=jnp.float32))
        dots = jnp.dot(documents, query, preferred_element_type=jnp.float32)
        scores.append(jnp.where(own * lengths > 0, dots / (own * lengths), 0))
    return jnp.stack(scores)

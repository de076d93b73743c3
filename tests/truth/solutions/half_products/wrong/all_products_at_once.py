"""Each query is multiplied with each document number by number, in one array.

Class: flops
Why: "No intermediate array has more than `N * D + Q * N + Q * D` elements"
"""

import jax
import jax.numpy as jnp


def cosine_scores(queries, documents):
    def score(query, document):
        query, document = query.astype(jnp.float32), document.astype(jnp.float32)
        length = jnp.sqrt((query**2).sum()) * jnp.sqrt((document**2).sum())
        return jnp.where(length > 0, (query * document).sum() / length, 0)

    return jax.vmap(lambda q: jax.vmap(lambda d: score(q, d))(documents))(queries)

"""Map the full chunks with vmap, and the few queries that are left over one by one.

Class: structure
Why: where N is no multiple of size, such as 5 and 2, score runs for the remainder in a loop without jax.vmap, though inside the loop it must always be under it.
"""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    count, width = queries.shape
    full = count - count % size
    parts = []
    if full:
        chunks = queries[:full].reshape(full // size, size, width)
        scores = jax.lax.map(lambda chunk: jax.vmap(score, in_axes=(0, None))(chunk, table), chunks)
        parts.append(scores.reshape(full))
    if full < count:
        parts.append(jax.lax.map(lambda query: score(query, table), queries[full:]))
    return jnp.concatenate(parts)

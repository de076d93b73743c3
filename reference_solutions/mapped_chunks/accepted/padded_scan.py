"""A scan over padded chunks, with the table in its step."""

import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    count, width = queries.shape
    missing = -count % size
    chunks = jnp.concatenate([queries, jnp.ones((missing, width))]).reshape(-1, size, width)

    def step(carry, chunk):
        return carry, jax.vmap(score, (0, None))(chunk, table)

    _, scores = jax.lax.scan(step, None, chunks)
    return jnp.concatenate(scores)[:count]

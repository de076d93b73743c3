import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    padded = jnp.pad(queries, ((0, -len(queries) % size), (0, 0)))
    chunks = padded.reshape(-1, size, queries.shape[1])
    return jax.lax.map(jax.vmap(lambda query: score(query, table)), chunks).reshape(-1)

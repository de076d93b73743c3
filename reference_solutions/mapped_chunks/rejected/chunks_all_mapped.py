import jax
import jax.numpy as jnp


def score_all(score, queries, table, size):
    n, d = queries.shape
    chunks = jnp.pad(queries, ((0, -n % size), (0, 0)), mode="edge").reshape(-1, size, d)
    scores = jax.vmap(jax.vmap(lambda query: score(query, table)))(chunks)
    return scores.reshape(-1)[:n]

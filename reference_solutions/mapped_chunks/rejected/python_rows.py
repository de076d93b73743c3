import jax.numpy as jnp


def score_all(score, queries, table, size):
    return jnp.stack([score(query, table) for query in queries])
